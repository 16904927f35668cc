package io.coterie.bench.paper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.BenchData;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.CellRunner;
import io.coterie.bench.ObservedFederation;
import io.coterie.bench.Variant;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.Project;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.method.FederatedMethod;
import io.coterie.partition.Partition;
import io.coterie.plan.FeatureMap;
import io.coterie.plan.Scaling;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The paper's Fig. 6: what a site sends, drawn as images. Every prototype is mapped back through
 * the principal axes, which are public, to pixels or to oriented gradients. Below each row of
 * prototypes stand the site's own records nearest to them, which are never sent.
 *
 * @param data images
 */
record PrivacyPictures(BenchData data, int sites, Parallel parallel) {
  private static final Seed SEED = new Seed(0);
  private static final int SHOWN = 10;

  /** How many records' distances to their own nearest record are averaged. */
  private static final int PROBES = 300;

  /** Of each method two figures, prototypes and records beside them, and a line. */
  record Sheet(List<ObjectNode> figures, List<Line> lines) {}

  /**
   * How near the prototypes of a method come to records.
   *
   * @param input what was clustered: pixels or HOG
   * @param prototypes how many the first site sent
   * @param nearness mean distance to the nearest record, in units of the mean distance between a
   *     record and its nearest other record; near or below 1 a prototype is as good as a record
   * @param leastRecords the records behind the smallest one, if known
   */
  record Line(
      String method,
      String input,
      String payload,
      int prototypes,
      double nearness,
      Optional<Double> leastRecords) {}

  Sheet draw(List<Variant> variants) {
    List<ObjectNode> figures = new ArrayList<>();
    List<Line> lines = new ArrayList<>();
    for (FeatureMap features : List.of(FeatureMap.NONE, FeatureMap.HOG)) {
      for (Variant variant : variants) {
        Optional<FederatedMethod> method = variant.find();
        if (method.isPresent()) {
          sent(method.get(), variant, features).ifPresent(found -> show(found, figures, lines));
        }
      }
    }
    return new Sheet(figures, lines);
  }

  /** What the first site sent, and its records, both as the method sees them. */
  private record Sent(
      Variant variant,
      FeatureMap features,
      Payload payload,
      Matrix prototypes,
      Optional<double[]> counts,
      Representation representation,
      Matrix records,
      Matrix points) {}

  private Optional<Sent> sent(FederatedMethod method, Variant variant, FeatureMap features) {
    Partition partition = CellRunner.partition(data, BenchmarkRun.Split.iid(sites, 0), SEED);
    List<SiteData> siteData = CellRunner.sites(data, partition);
    List<Payload> messages = new ArrayList<>();
    RunResult outcome =
        new ObservedFederation(
                method,
                CellRunner.plan(variant, data, new BenchmarkRun.Input(Scaling.AUTO, features)),
                siteData,
                SEED)
            .run(parallel, (question, replies) -> messages.add(replies.get(0).payload()));
    Representation representation = outcome.model().representation();
    Matrix records = siteData.get(0).records();
    Matrix points = representation.apply(records, parallel);
    for (Payload payload : messages) {
      Optional<Matrix> prototypes = prototypes(payload, points.columns());
      if (prototypes.isPresent()) {
        return Optional.of(
            new Sent(
                variant,
                features,
                payload,
                prototypes.get(),
                counts(payload, prototypes.get().rows()),
                representation,
                records,
                points));
      }
    }
    return Optional.empty();
  }

  /** Returns the first part of a message that has a row of the points' length for each group. */
  private static Optional<Matrix> prototypes(Payload payload, int dimension) {
    return payload.fields().stream()
        .filter(Field.Numbers.class::isInstance)
        .map(field -> ((Field.Numbers) field).values())
        .filter(values -> values.rows() > 1 && values.columns() == dimension)
        .filter(values -> !payload.kind().contains("scatter"))
        .findFirst();
  }

  private static Optional<double[]> counts(Payload payload, int groups) {
    return payload.fields().stream()
        .filter(field -> field.name().equals("counts"))
        .filter(Field.Numbers.class::isInstance)
        .map(field -> ((Field.Numbers) field).values().array())
        .filter(values -> values.length == groups)
        .findFirst();
  }

  private void show(Sent sent, List<ObjectNode> figures, List<Line> lines) {
    String input = sent.features() == FeatureMap.NONE ? "pixels" : "HOG";
    int[] chosen = chosen(sent);
    Matrix shown = sent.prototypes().selectRows(chosen);
    int[] nearest = KMeans.nearest(shown, sent.points(), parallel);
    List<double[]> prototypes = new ArrayList<>();
    List<double[]> records = new ArrayList<>();
    for (int i = 0; i < shown.rows(); i++) {
      prototypes.add(back(sent.representation(), shown.row(i)));
      records.add(sent.records().row(nearest[i]));
    }
    String title =
        "%s on %s: %d of %d prototypes as site 1 sends them%s"
            .formatted(
                sent.variant().title(),
                input,
                chosen.length,
                sent.prototypes().rows(),
                sent.counts().isPresent() ? ", those of the fewest records first" : "");
    figures.add(
        sent.features() == FeatureMap.NONE
            ? images(title, prototypes)
            : Figure.gradients(title, prototypes));
    figures.add(images("the nearest records of site 1, never sent", records));
    lines.add(
        new Line(
            sent.variant().title(),
            input,
            sent.payload().kind(),
            sent.prototypes().rows(),
            nearness(sent),
            sent.counts().map(counts -> Arrays.stream(counts).min().orElse(0))));
  }

  private static int[] chosen(Sent sent) {
    int count = Math.min(SHOWN, sent.prototypes().rows());
    return IntStream.range(0, sent.prototypes().rows())
        .boxed()
        .sorted(Comparator.comparingDouble(p -> sent.counts().map(counts -> counts[p]).orElse(0.0)))
        .mapToInt(Integer::intValue)
        .limit(count)
        .toArray();
  }

  private double nearness(Sent sent) {
    int[] nearest = KMeans.nearest(sent.prototypes(), sent.points(), parallel);
    double prototypes = 0;
    for (int p = 0; p < nearest.length; p++) {
      prototypes +=
          Math.sqrt(sent.prototypes().squaredDistance(p, sent.points(), nearest[p]))
              / nearest.length;
    }
    int probes = Math.min(PROBES, sent.points().rows());
    double records = 0;
    for (int i = 0; i < probes; i++) {
      double best = Double.POSITIVE_INFINITY;
      for (int j = 0; j < sent.points().rows(); j++) {
        if (j != i) {
          best = Math.min(best, sent.points().squaredDistance(i, sent.points(), j));
        }
      }
      records += Math.sqrt(best) / probes;
    }
    return prototypes / records;
  }

  private ObjectNode images(String title, List<double[]> pixels) {
    return Figure.images(
        title, pixels, data.kind().asImage().height(), data.kind().asImage().width());
  }

  private static double[] back(Representation representation, double[] point) {
    double[] values = point;
    List<RecordMap> steps = representation.steps();
    for (int s = steps.size() - 1; s >= 0; s--) {
      if (steps.get(s) instanceof Project project) {
        double[] lifted = project.mean().toArray();
        for (int j = 0; j < lifted.length; j++) {
          for (int axis = 0; axis < values.length; axis++) {
            lifted[j] += project.axes().at(j, axis) * values[axis];
          }
        }
        values = lifted;
      } else if (!(steps.get(s) instanceof HogMap)) {
        throw new IllegalStateException("Step %s has no way back.".formatted(steps.get(s).kind()));
      }
    }
    return values;
  }
}
