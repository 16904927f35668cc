package io.coterie.message.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.SumPayload;

/**
 * What tells the spread inside clusters from that between them: per cluster the number of records
 * and their sum, and one scatter of all records. The sums are about an origin that the coordinator
 * sent.
 *
 * @param counts one per cluster
 * @param sums Σ (x − o), one row per cluster
 * @param scatter Σ (x − o)(x − o)ᵀ over all records
 */
public record ClusterMoments(Vector counts, Matrix sums, FeatureScatter scatter)
    implements SumPayload<ClusterMoments> {
  public ClusterMoments {
    if (counts.size() != sums.rows() || sums.columns() != scatter.dimension()) {
      throw new IllegalArgumentException(
          "%d counts, sums of %d x %d and a scatter of %d features do not fit together."
              .formatted(counts.size(), sums.rows(), sums.columns(), scatter.dimension()));
    }
  }

  public static ClusterMoments zero(int count, int dimension) {
    return new ClusterMoments(
        Vector.of(new double[count]),
        Matrix.zeros(count, dimension),
        FeatureScatter.zero(dimension));
  }
}
