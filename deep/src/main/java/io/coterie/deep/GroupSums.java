package io.coterie.deep;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.ClusterSums;
import io.coterie.site.internal.GroupMeans;

/** Sums of a site's points by group, and centers that move to the means of all sites' points. */
public final class GroupSums {
  private GroupSums() {}

  /** Returns the numbers and sums of the points; those of groups of fewer points are withheld. */
  public static ClusterSums of(Matrix points, int[] groups, int groupCount, int least) {
    double[] counts = new double[groupCount];
    for (int group : groups) {
      counts[group]++;
    }
    Matrix sums = GroupMeans.sums(points, groups, groupCount);
    GroupMeans.withholdSmall(counts, sums, least);
    return new ClusterSums(Vector.of(counts), sums);
  }

  public static AnchorSums around(Matrix centers, Matrix points, int[] nearest, int least) {
    ClusterSums sums = of(points, nearest, centers.rows(), least);
    return new AnchorSums(sums.counts(), sums.sums());
  }

  /** Returns centers at the means of their points; one without points stays. */
  public static Matrix moved(Matrix centers, AnchorSums sums) {
    Matrix moved = centers.copy();
    for (int c = 0; c < moved.rows(); c++) {
      for (int j = 0; sums.counts().at(c) > 0 && j < moved.columns(); j++) {
        moved.set(c, j, sums.sums().at(c, j) / sums.counts().at(c));
      }
    }
    return moved;
  }
}
