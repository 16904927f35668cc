package io.coterie.federation;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Records with known clusters, dealt out to sites, and the answers put together again. */
final class Studies {
  static final Seed SEED = new Seed(1);

  private Studies() {}

  /** Unit Gaussians at corners of a wide grid; record i belongs to blob i % count. */
  static Matrix blobs(int rows, int count, int dimension, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix records = Matrix.zeros(rows, dimension);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < dimension; j++) {
        double center = j == 0 ? 30.0 * (i % count) : (j == 1 ? 25.0 * (i % count % 2) : 0);
        records.set(i, j, center + random.nextGaussian());
      }
    }
    return records;
  }

  static int[] blobLabels(int rows, int count) {
    return IntStream.range(0, rows).map(i -> i % count).toArray();
  }

  /** Two half circles that interlock; record i belongs to half circle i % 2. */
  static Matrix moons(int rows, double noise, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix records = Matrix.zeros(rows, 2);
    for (int i = 0; i < rows; i++) {
      double angle = Math.PI * random.nextDouble();
      double x = i % 2 == 0 ? Math.cos(angle) : 1 - Math.cos(angle);
      double y = i % 2 == 0 ? Math.sin(angle) : 0.5 - Math.sin(angle);
      records.set(i, 0, x + noise * random.nextGaussian());
      records.set(i, 1, y + noise * random.nextGaussian());
    }
    return records;
  }

  /** Deals the records out in runs of seven, so that every site gets some of every cluster. */
  static Map<String, int[]> deal(int rows, int sites) {
    Map<String, int[]> hands = new LinkedHashMap<>();
    for (int s = 0; s < sites; s++) {
      int site = s;
      hands.put(
          "site-" + (s + 1), IntStream.range(0, rows).filter(i -> i / 7 % sites == site).toArray());
    }
    return hands;
  }

  static List<SiteData> sites(Matrix records, Map<String, int[]> hands) {
    List<SiteData> sites = new ArrayList<>();
    hands.forEach((name, rows) -> sites.add(SiteData.of(name, records.selectRows(rows))));
    return sites;
  }

  static StudyPlan tablePlan(int dimension, int clusters, Scaling scaling) {
    return new StudyPlan(
        "anchor-graph:groups",
        clusters == 0 ? ClusterCount.auto() : ClusterCount.of(clusters),
        new InputPlan(InputKind.table(), dimension, scaling, io.coterie.plan.FeatureMap.AUTO),
        MethodOptions.none(),
        PrivacyPlan.component());
  }

  static RunResult run(StudyPlan plan, List<SiteData> sites) {
    return new Federation(plan, sites, SEED).run(Parallel.sequential(), RunListener.none());
  }

  /** Runs a table with everything automatic, on dealt sites, and returns the labels by record. */
  static int[] cluster(Matrix records, int clusters, int sites) {
    Map<String, int[]> hands = deal(records.rows(), sites);
    RunResult result =
        run(tablePlan(records.columns(), clusters, Scaling.AUTO), sites(records, hands));
    return gather(result, hands);
  }

  /** Returns the label of each record, by the record's number. */
  static int[] gather(RunResult result, Map<String, int[]> hands) {
    int[] all = new int[hands.values().stream().mapToInt(hand -> hand.length).sum()];
    Arrays.fill(all, -1);
    hands.forEach(
        (name, rows) -> {
          Labels labels = result.labels().get(name);
          if (labels.size() != rows.length) {
            throw new AssertionError("Site " + name + " labelled " + labels.size() + " records.");
          }
          for (int i = 0; i < rows.length; i++) {
            all[rows[i]] = labels.of(i);
          }
        });
    return all;
  }

  /** Returns the labels renumbered by first appearance, so that equal partitions are equal. */
  static int[] partition(int[] labels) {
    Map<Integer, Integer> number = new HashMap<>();
    int[] result = new int[labels.length];
    for (int i = 0; i < labels.length; i++) {
      number.putIfAbsent(labels[i], number.size());
      result[i] = number.get(labels[i]);
    }
    return result;
  }

  /** Returns the share of records on the best pairing of found and true clusters. */
  static double accuracy(int[] found, int[] truth, int clusters) {
    return io.coterie.metrics.ExternalScores.of(
            io.coterie.metrics.TrueLabels.of(
                Arrays.stream(truth).mapToObj(Integer::toString).toList()),
            Labels.of(found, clusters))
        .accuracy();
  }

  static int[] shuffled(int size, Seed seed) {
    SplittableRandom random = seed.random();
    int[] order = IntStream.range(0, size).toArray();
    for (int i = size - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }
}
