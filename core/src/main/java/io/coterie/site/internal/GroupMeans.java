package io.coterie.site.internal;

import io.coterie.math.Matrix;

/** Sums and means of a site's records by group. */
public final class GroupMeans {
  private GroupMeans() {}

  public static Matrix sums(Matrix records, int[] groups, int groupCount) {
    int d = records.columns();
    Matrix sums = Matrix.zeros(groupCount, d);
    double[] from = records.array();
    double[] to = sums.array();
    for (int i = 0; i < groups.length; i++) {
      int source = i * d;
      int target = groups[i] * d;
      for (int j = 0; j < d; j++) {
        to[target + j] += from[source + j];
      }
    }
    return sums;
  }

  /** As doubles, like the other sums that a site sends. */
  public static double[] counts(int[] groups, int groupCount) {
    double[] counts = new double[groupCount];
    for (int group : groups) {
      counts[group]++;
    }
    return counts;
  }

  /** Sets the counts and sums of groups of fewer records to zero: they are withheld. */
  public static void withholdSmall(double[] counts, Matrix sums, int least) {
    for (int g = 0; g < counts.length; g++) {
      if (counts[g] < least) {
        counts[g] = 0;
        for (int j = 0; j < sums.columns(); j++) {
          sums.set(g, j, 0);
        }
      }
    }
  }

  /** Zeros for an empty group. */
  public static Matrix of(Matrix records, int[] groups, int groupCount) {
    double[] counts = counts(groups, groupCount);
    return sums(records, groups, groupCount).map((g, j, sum) -> sum / Math.max(1, counts[g]));
  }
}
