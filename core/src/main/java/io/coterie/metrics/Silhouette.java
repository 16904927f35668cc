package io.coterie.metrics;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.Doubles;
import io.coterie.message.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The mean silhouette of some records. The distances come from products of tiles of records, ‖x −
 * y‖² = ‖x‖² + ‖y‖² − 2 xᵀy, so memory grows with N and not with N².
 *
 * <p>P. J. Rousseeuw. <i>Silhouettes: A Graphical Aid to the Interpretation and Validation of
 * Cluster Analysis</i>. 1987.
 */
final class Silhouette {
  private static final int TILE = 256;

  private final Labels found;
  private final int[] sizes;
  private final double[] norms;
  private final List<Matrix> tiles = new ArrayList<>();

  private Silhouette(Matrix records, Labels found) {
    this.found = found;
    // Records far from the origin would lose their distances to cancellation in the products.
    double[] means = records.columnMeans();
    Matrix centered = records.map((i, j, value) -> value - means[j]);
    sizes = new int[found.clusterCount()];
    norms = new double[records.rows()];
    Matrix origin = Matrix.zeros(1, records.columns());
    for (int i = 0; i < records.rows(); i++) {
      sizes[found.of(i)]++;
      norms[i] = centered.squaredDistance(i, origin, 0);
    }
    for (int from = 0; from < records.rows(); from += TILE) {
      int rows = Math.min(TILE, records.rows() - from);
      Matrix tile = Matrix.zeros(rows, records.columns());
      System.arraycopy(
          centered.array(), from * records.columns(), tile.array(), 0, tile.array().length);
      tiles.add(tile);
    }
  }

  /** Empty when fewer than two clusters have records. */
  static OptionalDouble of(Matrix records, Labels found, Parallel parallel) {
    Silhouette silhouette = new Silhouette(records, found);
    int nonEmpty = 0;
    for (int size : silhouette.sizes) {
      nonEmpty += size > 0 ? 1 : 0;
    }
    if (nonEmpty < 2) {
      return OptionalDouble.empty();
    }
    double[] sums = new double[silhouette.tiles.size()];
    parallel.forEach(sums.length, tile -> sums[tile] = silhouette.sumOfTile(tile));
    return OptionalDouble.of(Doubles.sum(sums) / records.rows());
  }

  /** One tile of records against all tiles: no more than one tile of products is held at a time. */
  private double sumOfTile(int tile) {
    Matrix rows = tiles.get(tile);
    int first = tile * TILE;
    // Entry (i, c): the sum of the distances of record i to the records of cluster c.
    Matrix toClusters = Matrix.zeros(rows.rows(), sizes.length);
    for (int other = 0; other < tiles.size(); other++) {
      Matrix products = Blas.multiplyByTransposed(rows, tiles.get(other));
      int otherFirst = other * TILE;
      for (int i = 0; i < products.rows(); i++) {
        for (int j = 0; j < products.columns(); j++) {
          if (first + i == otherFirst + j) {
            continue; // rounding would give a record a distance to itself
          }
          double squared = norms[first + i] + norms[otherFirst + j] - 2 * products.at(i, j);
          int cluster = found.of(otherFirst + j);
          toClusters.set(i, cluster, toClusters.at(i, cluster) + Math.sqrt(Math.max(0, squared)));
        }
      }
    }
    double sum = 0;
    for (int i = 0; i < toClusters.rows(); i++) {
      sum += silhouetteOf(found.of(first + i), toClusters.row(i));
    }
    return sum;
  }

  /**
   * (b − a) / max(a, b): a is the mean distance to the own cluster, the record left out, and b the
   * mean distance to the nearest other cluster.
   */
  private double silhouetteOf(int own, double[] toClusters) {
    if (sizes[own] == 1) {
      return 0; // Rousseeuw's convention for a cluster of one record
    }
    double a = toClusters[own] / (sizes[own] - 1);
    double b = Double.POSITIVE_INFINITY;
    for (int cluster = 0; cluster < sizes.length; cluster++) {
      if (cluster != own && sizes[cluster] > 0) {
        b = Math.min(b, toClusters[cluster] / sizes[cluster]);
      }
    }
    double larger = Math.max(a, b);
    return larger > 0 ? (b - a) / larger : 0;
  }
}
