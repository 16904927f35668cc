package io.coterie.model.internal;

import io.coterie.graph.internal.AdaptiveWeights;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Labels;
import io.coterie.model.ClusterModel;
import io.coterie.model.Nearness;

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
    return Labels.of(
        KMeans.nearest(embedded(represented, parallel), centers, parallel), centers.rows());
  }

  private Matrix embedded(Matrix represented, Parallel parallel) {
    return AdaptiveWeights.toAnchors(represented, anchors, neighbors, parallel)
        .multiply(embedding)
        .unitRows();
  }

  @Override
  public Nearness nearness(Matrix represented, Parallel parallel) {
    Matrix squares = NearestPrototype.squares(embedded(represented, parallel), centers, parallel);
    return Nearness.of(Nearness.Scale.DISTANCE, squares.map((i, c, value) -> Math.sqrt(value)))
        .withSquares(NearestPrototype.nearestSquares(represented, anchors, parallel));
  }

  @Override
  public AnchorEmbedding renumbered(int[] ranks) {
    return new AnchorEmbedding(anchors, neighbors, embedding, LargestFirst.ordered(centers, ranks));
  }
}
