package io.coterie.method.verdict;

import io.coterie.math.Matrix;
import io.coterie.method.verdict.CutList.Pair;
import io.coterie.method.verdict.HalfSums.Half;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Pieces of clusters, each a set of anchors with the records nearest to them: where they lie by the
 * half that was cut, and by the other half.
 */
final class Pieces {
  /** A piece has at least so many records in the half that was cut and in the other one. */
  private static final int FEWEST = 5;

  private static final int FEWEST_OTHERS = 2;

  /** Of each piece, so many of the other cluster's nearest ones are its neighbors. */
  private static final int NEAR = 2;

  /** Axes of a border: so many at most, none with more than so many times the least square. */
  private static final int MOST_AXES = 8;

  private static final double LONGEST = 4;

  private final Metric metric;
  private final int[] ofAnchor;
  private final int[] owners;
  private final boolean[] isLarge;
  private final long[] counts;
  private final double[][] means;
  private final double[][] otherMeans;
  private final double[][] dual;
  private final double[][] otherDual;

  /** An axis between the means of two pieces. */
  record Axis(int from, int to) {}

  /**
   * Axes across a border.
   *
   * @param repeated the mean cosine between them and those of the other half
   */
  record Axes(List<Axis> axes, double repeated) {}

  private Pieces(Metric metric, int[] ofAnchor, int[] owners, Half seen, Half other, int least) {
    this.metric = metric;
    this.ofAnchor = ofAnchor;
    this.owners = owners;
    int count = owners.length;
    this.counts = new long[count];
    long[] others = new long[count];
    for (int p = 0; p < ofAnchor.length; p++) {
      counts[ofAnchor[p]] += seen.counts()[p];
      others[ofAnchor[p]] += other.counts()[p];
    }
    // What is added up for an axis is over two pieces of the half that was cut: over K records.
    int fewest = Math.max(FEWEST, (least + 1) / 2);
    this.isLarge = new boolean[count];
    for (int p = 0; p < count; p++) {
      isLarge[p] =
          counts[p] >= fewest && others[p] >= FEWEST_OTHERS && counts[p] + others[p] >= least;
    }
    this.means = means(ofAnchor, count, seen);
    this.otherMeans = means(ofAnchor, count, other);
    this.dual = Arrays.stream(means).map(metric::dual).toArray(double[][]::new);
    this.otherDual = Arrays.stream(otherMeans).map(metric::dual).toArray(double[][]::new);
  }

  /** Returns the clusters themselves. */
  static Pieces ofClusters(Metric metric, int[] clusters, int number, Half a, Half b, int least) {
    int[] owners = new int[number];
    Arrays.setAll(owners, c -> c);
    return new Pieces(metric, clusters, owners, a, b, least);
  }

  /** Returns the parts of clusters in cells. */
  static Pieces ofCells(Metric metric, int[] clusters, int[] cells, Half a, Half b, int least) {
    int[] ofAnchor = new int[clusters.length];
    List<Integer> owners = new ArrayList<>();
    Map<Pair, Integer> numbers = new HashMap<>();
    for (int p = 0; p < clusters.length; p++) {
      Pair part = new Pair(cells[p], clusters[p]);
      Integer known = numbers.get(part);
      if (known == null) {
        known = owners.size();
        numbers.put(part, known);
        owners.add(clusters[p]);
      }
      ofAnchor[p] = known;
    }
    int[] array = owners.stream().mapToInt(i -> i).toArray();
    return new Pieces(metric, ofAnchor, array, a, b, least);
  }

  /** Returns the means of pieces by the anchors that a half has in them. */
  private static double[][] means(int[] ofAnchor, int count, Half half) {
    Matrix anchors = half.anchors();
    double[][] means = new double[count][anchors.columns()];
    long[] counts = new long[count];
    for (int p = 0; p < ofAnchor.length; p++) {
      counts[ofAnchor[p]] += half.counts()[p];
      for (int j = 0; j < anchors.columns(); j++) {
        means[ofAnchor[p]][j] += half.counts()[p] * anchors.at(p, j);
      }
    }
    for (int p = 0; p < count; p++) {
      for (int j = 0; j < anchors.columns(); j++) {
        means[p][j] /= Math.max(1, counts[p]);
      }
    }
    return means;
  }

  Metric metric() {
    return metric;
  }

  int ofAnchor(int anchor) {
    return ofAnchor[anchor];
  }

  /** Returns how many records of the half that was cut are in two pieces. */
  long records(Axis axis) {
    return counts[axis.from()] + counts[axis.to()];
  }

  /** Returns the row by which a record is multiplied for its product with a piece's mean. */
  double[] dual(int piece) {
    return dual[piece];
  }

  /** Returns the product of the means of two pieces. */
  double product(int one, int other) {
    return dot(dual[one], means[other]);
  }

  double squaredDistance(int one, int other) {
    double sum = 0;
    for (int j = 0; j < means[one].length; j++) {
      sum += (dual[one][j] - dual[other][j]) * (means[one][j] - means[other][j]);
    }
    return sum;
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int j = 0; j < one.length; j++) {
      sum += one[j] * other[j];
    }
    return sum;
  }

  /**
   * Returns the axes across the border between two clusters: none where pieces are too small, an
   * empty list where other clusters lie between all of them (Gabriel's rule).
   */
  Optional<Axes> axes(Pair border) {
    List<Integer> first = large(border.first());
    List<Integer> second = large(border.second());
    if (first.isEmpty() || second.isEmpty()) {
      return Optional.empty();
    }
    Map<Axis, Double> lengths = new HashMap<>();
    for (int p : first) {
      for (int q : second) {
        lengths.put(new Axis(p, q), squaredDistance(p, q));
      }
    }
    Comparator<Axis> shortest =
        Comparator.<Axis>comparingDouble(lengths::get)
            .thenComparingInt(Axis::from)
            .thenComparingInt(Axis::to);
    TreeSet<Axis> near = new TreeSet<>(shortest);
    for (int p : first) {
      second.stream().map(q -> new Axis(p, q)).sorted(shortest).limit(NEAR).forEach(near::add);
    }
    for (int q : second) {
      first.stream().map(p -> new Axis(p, q)).sorted(shortest).limit(NEAR).forEach(near::add);
    }
    double most = LONGEST * lengths.get(near.first());
    List<Axis> axes =
        near.stream()
            .filter(axis -> lengths.get(axis) <= most)
            .limit(MOST_AXES)
            .filter(axis -> !isCrossed(axis, border, lengths.get(axis)))
            .toList();
    double repeated = axes.stream().mapToDouble(this::repeated).average().orElse(0);
    return Optional.of(new Axes(axes, repeated));
  }

  private List<Integer> large(int cluster) {
    List<Integer> pieces = new ArrayList<>();
    for (int p = 0; p < owners.length; p++) {
      if (owners[p] == cluster && isLarge[p]) {
        pieces.add(p);
      }
    }
    return pieces;
  }

  private boolean isCrossed(Axis axis, Pair border, double length) {
    for (int p = 0; p < owners.length; p++) {
      boolean isThird = owners[p] != border.first() && owners[p] != border.second();
      if (isThird
          && isLarge[p]
          && squaredDistance(axis.from(), p) + squaredDistance(axis.to(), p) < length) {
        return true;
      }
    }
    return false;
  }

  /** Returns the cosine between an axis and that of the other half. */
  private double repeated(Axis axis) {
    double both = 0;
    double own = 0;
    double others = 0;
    for (int j = 0; j < means[0].length; j++) {
      double mean = means[axis.from()][j] - means[axis.to()][j];
      double otherMean = otherMeans[axis.from()][j] - otherMeans[axis.to()][j];
      double turned = dual[axis.from()][j] - dual[axis.to()][j];
      both += turned * otherMean;
      own += turned * mean;
      others += (otherDual[axis.from()][j] - otherDual[axis.to()][j]) * otherMean;
    }
    return both / Math.sqrt(own * others + 1e-30);
  }
}
