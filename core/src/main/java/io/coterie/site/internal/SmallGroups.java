package io.coterie.site.internal;

import io.coterie.math.Matrix;
import java.util.Arrays;

/**
 * Groups of a site's records with none too small: the smallest joins the group with the nearest
 * mean until every group has enough records. It hides a record among as many others, which is less
 * data but no differential privacy.
 *
 * @param groups the group of each record, 0 .. groupCount − 1, in the order of the old ones
 * @param groupCount how many are left
 */
@SuppressWarnings("ArrayRecordComponent") // stays inside the site part that made it
public record SmallGroups(int[] groups, int groupCount) {
  /** Joins groups of fewer than the least number of records; one group of all is always left. */
  public static SmallGroups join(Matrix records, int[] groups, int groupCount, int least) {
    if (least <= 1 || groups.length == 0) {
      return new SmallGroups(groups, groupCount);
    }
    long[] sizes = new long[groupCount];
    for (int group : groups) {
      sizes[group]++;
    }
    int[] target = targets(GroupMeans.of(records, groups, groupCount), sizes, least);
    return numbered(groups, target, sizes);
  }

  /**
   * Returns the group that each joins, itself if it stays. The means and sizes are moved along: a
   * group that joined another is of size zero.
   */
  static int[] targets(Matrix means, long[] sizes, int least) {
    int[] target = new int[sizes.length];
    Arrays.setAll(target, g -> g);
    for (int small = smallest(sizes); sizes[small] < least; small = smallest(sizes)) {
      int near = nearest(means, sizes, small);
      if (near < 0) {
        break; // no other group
      }
      double share = (double) sizes[small] / (sizes[small] + sizes[near]);
      for (int j = 0; j < means.columns(); j++) {
        double step = share * (means.at(small, j) - means.at(near, j));
        means.set(near, j, means.at(near, j) + step);
      }
      sizes[near] += sizes[small];
      sizes[small] = 0;
      for (int g = 0; g < target.length; g++) {
        target[g] = target[g] == small ? near : target[g];
      }
    }
    return target;
  }

  /** The first of equals; groups without records have joined another. */
  private static int smallest(long[] sizes) {
    int best = -1;
    for (int g = 0; g < sizes.length; g++) {
      if (sizes[g] > 0 && (best < 0 || sizes[g] < sizes[best])) {
        best = g;
      }
    }
    return best;
  }

  private static int nearest(Matrix means, long[] sizes, int group) {
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int g = 0; g < sizes.length; g++) {
      if (g != group && sizes[g] > 0) {
        double distance = means.squaredDistance(group, means, g);
        if (best < 0 || distance < least) {
          least = distance;
          best = g;
        }
      }
    }
    return best;
  }

  private static SmallGroups numbered(int[] groups, int[] target, long[] sizes) {
    int[] number = new int[sizes.length];
    int next = 0;
    for (int g = 0; g < sizes.length; g++) {
      number[g] = sizes[g] > 0 ? next++ : -1;
    }
    int[] joined = new int[groups.length];
    Arrays.setAll(joined, i -> number[target[groups[i]]]);
    return new SmallGroups(joined, next);
  }
}
