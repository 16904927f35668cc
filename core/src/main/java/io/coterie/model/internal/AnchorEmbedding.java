package io.coterie.model.internal;

import io.coterie.graph.internal.AdaptiveWeights;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Labels;
import io.coterie.model.ClusterModel;

/**
 * Each record is embedded through its nearest anchors and joins the nearest center: the row of Z
 * (D^-½ V), scaled to length one.
 *
 * @param anchors one row each
 * @param neighbors how many anchors describe a record
 * @param embedding D^-½ V, one row per anchor
 * @param centers one row per cluster, in the embedding
 */
public record AnchorEmbedding(Matrix anchors, int neighbors, Matrix embedding, Matrix centers)
    implements ClusterModel {
  public AnchorEmbedding {
    if (neighbors < 1) {
      throw new IllegalArgumentException("neighbors is not positive.");
    }
    if (anchors.rows() != embedding.rows() || embedding.columns() != centers.columns()) {
      throw new IllegalArgumentException(
          "%d anchors, an embedding of %d x %d and centers of %d values do not fit together."
              .formatted(anchors.rows(), embedding.rows(), embedding.columns(), centers.columns()));
    }
  }

  @Override
  public int clusterCount() {
    return centers.rows();
  }

  @Override
  public Labels label(Matrix represented, Parallel parallel) {
    Matrix embedded =
        AdaptiveWeights.toAnchors(represented, anchors, neighbors, parallel)
            .multiply(embedding)
            .unitRows();
    return Labels.of(KMeans.nearest(embedded, centers, parallel), centers.rows());
  }

  @Override
  public AnchorEmbedding renumbered(int[] ranks) {
    return new AnchorEmbedding(anchors, neighbors, embedding, LargestFirst.ordered(centers, ranks));
  }
}
