package io.coterie.fusion.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.Doubles;
import io.coterie.message.internal.Microclusters;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far each site's statement is from the others', in units of what is usual among them.
 *
 * <p>A site is compared by its median distance to the others: as long as fewer than half of the
 * sites lie, that of an honest site is one to an honest site, and that of a liar too. The usual is
 * the median of those medians, so it is an honest site's. Sites of few records are farther away by
 * chance, and sites of many look farther by a test; a score is the smaller of both views, so that
 * it is large only where neither size nor chance explains it.
 *
 * @param scores one per site; 1 is usual
 */
@SuppressWarnings("ArrayRecordComponent") // made here, compared nowhere
public record SiteAgreement(double[] scores) {
  /** More points of a site say no more about where its records are. */
  private static final int MOST_POINTS = 200;

  /**
   * Returns scores from what sites say of a record on average, one vector each.
   *
   * @param least what is usual is no less than this part of what they say: where all agree by
   *     chance, a small difference is no lie
   */
  public static SiteAgreement ofMeans(List<double[]> means, double[] records, double least) {
    int sites = means.size();
    Matrix rows = Matrix.ofRows(means.toArray(double[][]::new));
    Matrix distances =
        Matrix.zeros(sites, sites).map((k, l, none) -> Math.sqrt(rows.squaredDistance(k, rows, l)));
    double[] lengths = new double[sites];
    for (int k = 0; k < sites; k++) {
      lengths[k] = Math.sqrt(Arrays.stream(means.get(k)).map(value -> value * value).sum());
    }
    return ofDistances(distances, records, least * median(lengths));
  }

  /**
   * Returns scores from where sites say their records are, by the energy distance 2 E|X − Y| − E|X
   * − X'| − E|Y − Y'| (Székely and Rizzo 2013), which is zero for equal distributions alone and
   * needs no scale.
   */
  public static SiteAgreement ofPlaces(List<Microclusters> places, double[] records) {
    List<Microclusters> few = places.stream().map(SiteAgreement::few).toList();
    int sites = places.size();
    double[] own = new double[sites];
    for (int k = 0; k < sites; k++) {
      own[k] = meanDistance(few.get(k), few.get(k));
    }
    Matrix distances = Matrix.zeros(sites, sites);
    for (int k = 0; k < sites; k++) {
      for (int l = 0; l < k; l++) {
        double energy = 2 * meanDistance(few.get(k), few.get(l)) - own[k] - own[l];
        distances.set(k, l, Math.sqrt(Math.max(0, energy)));
        distances.set(l, k, distances.at(k, l));
      }
    }
    return ofDistances(distances, records, 0);
  }

  /** Evenly spread over their order; no random numbers are needed. */
  private static Microclusters few(Microclusters all) {
    int size = all.counts().size();
    if (size <= MOST_POINTS) {
      return all;
    }
    int[] rows =
        IntStream.range(0, MOST_POINTS).map(i -> (int) ((long) i * size / MOST_POINTS)).toArray();
    double[] counts = Arrays.stream(rows).mapToDouble(all.counts()::at).toArray();
    return new Microclusters(Vector.of(counts), all.means().selectRows(rows));
  }

  private static double meanDistance(Microclusters one, Microclusters other) {
    double sum = 0;
    for (int i = 0; i < one.counts().size(); i++) {
      double row = 0;
      for (int j = 0; j < other.counts().size(); j++) {
        row += other.counts().at(j) * Math.sqrt(one.means().squaredDistance(i, other.means(), j));
      }
      sum += one.counts().at(i) * row;
    }
    return sum / one.counts().sum() / other.counts().sum();
  }

  private static SiteAgreement ofDistances(Matrix distances, double[] records, double least) {
    int sites = records.length;
    double[] raw = new double[sites];
    double[] tested = new double[sites];
    for (int k = 0; k < sites; k++) {
      double[] to = new double[sites - 1];
      double[] by = new double[sites - 1];
      for (int l = 0, at = 0; l < sites; l++) {
        if (l != k) {
          to[at] = distances.at(k, l);
          by[at++] = distances.at(k, l) / Math.sqrt(1 / records[k] + 1 / records[l]);
        }
      }
      raw[k] = median(to);
      tested[k] = median(by);
    }
    double usual = Math.max(least, median(raw));
    double usualTest = median(tested);
    double[] scores = new double[sites];
    for (int k = 0; k < sites; k++) {
      scores[k] = Math.min(ratio(raw[k], usual), ratio(tested[k], usualTest));
    }
    return new SiteAgreement(scores);
  }

  /** What all say alike is no reason to suspect anybody; who alone differs is. */
  private static double ratio(double value, double usual) {
    return value == 0 ? 0 : value / Math.max(usual, Double.MIN_NORMAL);
  }

  /** Of two middle values the lower one. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }

  /** Half of the weight is below it. */
  public static double median(double[] values, double[] weights) {
    int[] order = Doubles.order(values);
    double half = Arrays.stream(weights).sum() / 2;
    double below = 0;
    for (int i : order) {
      below += weights[i];
      if (below >= half) {
        return values[i];
      }
    }
    return values[order[order.length - 1]];
  }
}
