package io.coterie.math.internal.cluster;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Numbers clusters by size, the largest first, so that a cluster has the same number whatever the
 * seed and the order of the sites. Sizes that are nearly equal may differ by chance; clusters of
 * such sizes are numbered by where they are.
 */
public final class LargestFirst {
  /** Sizes of which one is at most so many times the next are taken for equal. */
  private static final double NEARLY = 1.1;

  private LargestFirst() {}

  /**
   * Returns the new number of each cluster.
   *
   * @param points one row for each part of the data
   * @param mass of each part
   * @param clusters the cluster of each part
   * @param count the number of clusters
   */
  public static int[] ranks(Matrix points, double[] mass, int[] clusters, int count) {
    double[] sizes = new double[count];
    Matrix means = Matrix.zeros(count, points.columns());
    for (int part = 0; part < clusters.length; part++) {
      double own = Math.max(mass[part], 0);
      sizes[clusters[part]] += own;
      for (int j = 0; j < points.columns(); j++) {
        means.set(clusters[part], j, means.at(clusters[part], j) + own * points.at(part, j));
      }
    }
    for (int c = 0; c < count; c++) {
      for (int j = 0; j < points.columns() && sizes[c] > 0; j++) {
        means.set(c, j, means.at(c, j) / sizes[c]);
      }
    }
    return ranks(means, sizes);
  }

  /**
   * Returns the new number of each cluster.
   *
   * @param means one row for each cluster
   * @param sizes of the clusters
   */
  public static int[] ranks(Matrix means, double[] sizes) {
    List<Integer> bySize = new ArrayList<>();
    for (int c = 0; c < sizes.length; c++) {
      bySize.add(c);
    }
    bySize.sort(Comparator.comparingDouble(c -> -sizes[c]));
    int[] ranks = new int[sizes.length];
    int first = 0;
    while (first < sizes.length) {
      int end = first + 1;
      while (end < sizes.length && sizes[bySize.get(end - 1)] <= NEARLY * sizes[bySize.get(end)]) {
        end++;
      }
      List<Integer> equal = byPlace(bySize.subList(first, end), means);
      for (int i = 0; i < equal.size(); i++) {
        ranks[equal.get(i)] = first + i;
      }
      first = end;
    }
    return ranks;
  }

  /** Sorts clusters along the column in which they are farthest apart. */
  private static List<Integer> byPlace(List<Integer> clusters, Matrix means) {
    if (clusters.size() < 2) {
      return clusters;
    }
    int widest = 0;
    double most = -1;
    for (int j = 0; j < means.columns(); j++) {
      int column = j;
      List<Double> places = clusters.stream().map(c -> means.at(c, column)).toList();
      double range = Collections.max(places) - Collections.min(places);
      if (range > most) {
        most = range;
        widest = j;
      }
    }
    int along = widest;
    List<Integer> sorted = new ArrayList<>(clusters);
    if (means.columns() > 0) {
      sorted.sort(Comparator.comparingDouble(c -> means.at(c, along)));
    }
    return sorted;
  }

  /** Returns clusters under their new numbers. */
  public static IntVector renumbered(IntVector clusters, int[] ranks) {
    return IntVector.of(Arrays.stream(clusters.toArray()).map(c -> ranks[c]).toArray());
  }

  /** Returns rows, one for each cluster, in the order of the new numbers. */
  public static Matrix ordered(Matrix rows, int[] ranks) {
    return rows.selectRows(inverse(ranks));
  }

  /** Returns which cluster has each new number. */
  public static int[] inverse(int[] ranks) {
    int[] order = new int[ranks.length];
    for (int c = 0; c < ranks.length; c++) {
      order[ranks[c]] = c;
    }
    return order;
  }
}
