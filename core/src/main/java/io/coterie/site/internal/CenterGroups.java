package io.coterie.site.internal;

import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.message.internal.AnchorSums;
import io.coterie.site.Records;
import java.util.Arrays;

/**
 * Groups of records that are not in one block: each record is with the nearest of some centers,
 * which were found in a sample. The sums are over all records.
 *
 * @param centers that the groups were made around, one row each
 * @param sums of the records nearest to each center
 * @param groups of each center, 0 .. groupCount − 1; −1 for a center without records
 * @param groupCount how many there are
 */
public record CenterGroups(Matrix centers, AnchorSums sums, IntVector groups, int groupCount) {
  /** Lloyd steps over all records; a sample's centers are near their end already. */
  private static final int MAX_STEPS = 50;

  /** Centers that move by a smaller part of their spread, in squares, stay. */
  private static final double TOLERANCE = 1e-12;

  public static AnchorSums sums(Matrix block, Matrix centers, Parallel parallel) {
    Neighbors found = NearestNeighbors.of(block, centers, 1, parallel);
    int[] nearest = new int[block.rows()];
    Arrays.setAll(nearest, i -> found.index(i, 0));
    double[] counts = GroupMeans.counts(nearest, centers.rows());
    return new AnchorSums(Vector.of(counts), GroupMeans.sums(block, nearest, centers.rows()));
  }

  /** In one pass. */
  public static CenterGroups around(Records records, Matrix centers, Parallel parallel) {
    AnchorSums sums = records.sum((block, inside) -> sums(block, centers, inside), parallel);
    int[] groups = new int[centers.rows()];
    int next = 0;
    for (int c = 0; c < groups.length; c++) {
      groups[c] = sums.counts().at(c) > 0 ? next++ : -1;
    }
    return new CenterGroups(centers, sums, IntVector.of(groups), next);
  }

  /** Lloyd's iteration, one pass a step. */
  public static CenterGroups lloyd(Records records, Matrix start, Parallel parallel) {
    CenterGroups groups = around(records, start, parallel);
    for (int step = 1; step < MAX_STEPS; step++) {
      Matrix moved = groups.movedCenters();
      if (!groups.isFarFrom(moved)) {
        break;
      }
      groups = around(records, moved, parallel);
    }
    return groups;
  }

  /** A center without records stays. */
  private Matrix movedCenters() {
    Vector counts = sums.counts();
    return centers.map((c, j, old) -> counts.at(c) > 0 ? sums.sums().at(c, j) / counts.at(c) : old);
  }

  /** Squared shifts relative to the spread of the centers, so that units do not matter. */
  private boolean isFarFrom(Matrix moved) {
    double shift = 0;
    double spread = 0;
    for (int c = 0; c < moved.rows(); c++) {
      shift += centers.squaredDistance(c, moved, c);
      spread += centers.squaredDistance(c, centers, 0);
    }
    return shift > TOLERANCE * spread;
  }

  /** Smaller groups join the nearest ones. */
  public CenterGroups withGroupsOf(int least) {
    if (least <= 1) {
      return this;
    }
    long[] sizes = new long[groupCount];
    Vector counts = counts();
    Arrays.setAll(sizes, g -> (long) counts.at(g));
    int[] target = SmallGroups.targets(means(), sizes, least);
    int[] number = new int[groupCount];
    int next = 0;
    for (int g = 0; g < groupCount; g++) {
      number[g] = target[g] == g ? next++ : -1;
    }
    int[] joined = new int[centers.rows()];
    Arrays.setAll(joined, c -> groups.at(c) < 0 ? -1 : number[target[groups.at(c)]]);
    return new CenterGroups(centers, sums, IntVector.of(joined), next);
  }

  public Vector counts() {
    double[] counts = new double[groupCount];
    for (int c = 0; c < groups.size(); c++) {
      if (groups.at(c) >= 0) {
        counts[groups.at(c)] += sums.counts().at(c);
      }
    }
    return Vector.of(counts);
  }

  public Matrix means() {
    Vector counts = counts();
    Matrix means = Matrix.zeros(groupCount, centers.columns());
    for (int c = 0; c < groups.size(); c++) {
      int group = groups.at(c);
      for (int j = 0; group >= 0 && j < means.columns(); j++) {
        means.set(group, j, means.at(group, j) + sums.sums().at(c, j) / counts.at(group));
      }
    }
    return means;
  }
}
