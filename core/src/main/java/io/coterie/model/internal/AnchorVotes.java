package io.coterie.model.internal;

import io.coterie.graph.SparseRows;
import io.coterie.graph.internal.AdaptiveWeights;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.model.ClusterModel;
import io.coterie.model.Nearness;
import java.util.Arrays;

/**
 * Each record joins the cluster for which its nearest anchors vote, by their weights.
 *
 * @param anchors one row each
 * @param neighbors how many anchors vote
 * @param votes the cluster of each anchor
 * @param clusterCount the number of clusters
 */
public record AnchorVotes(
    Matrix anchors, int neighbors, IntVector votes, @Payload.Name("clusters") int clusterCount)
    implements ClusterModel {
  public AnchorVotes {
    if (neighbors < 1) {
      throw new IllegalArgumentException("neighbors is not positive.");
    }
    if (anchors.rows() != votes.size()) {
      throw new IllegalArgumentException(
          "%d anchors but %d votes.".formatted(anchors.rows(), votes.size()));
    }
    Labels.of(votes.toArray(), clusterCount); // checks the range of the votes
  }

  @Override
  public Labels label(Matrix represented, Parallel parallel) {
    return label(AdaptiveWeights.toAnchors(represented, anchors, neighbors, parallel));
  }

  /**
   * For records of which the weights to these anchors are known: a site has them from the graph.
   */
  public Labels label(SparseRows weights) {
    int[] clusters = new int[weights.rowCount()];
    double[] tally = new double[clusterCount];
    for (int i = 0; i < clusters.length; i++) {
      Arrays.fill(tally, 0);
      weights.forEachEntry(i, (anchor, weight) -> tally[votes.at(anchor)] += weight);
      clusters[i] = Doubles.argMax(clusterCount, c -> tally[c]);
    }
    return Labels.of(clusters, clusterCount);
  }

  @Override
  public Nearness nearness(Matrix represented, Parallel parallel) {
    SparseRows weights = AdaptiveWeights.toAnchors(represented, anchors, neighbors, parallel);
    Matrix shares = Matrix.zeros(represented.rows(), clusterCount);
    for (int i = 0; i < shares.rows(); i++) {
      int record = i;
      weights.forEachEntry(
          i,
          (anchor, weight) ->
              shares.set(record, votes.at(anchor), shares.at(record, votes.at(anchor)) + weight));
    }
    return Nearness.of(Nearness.Scale.SHARE, shares)
        .withSquares(NearestPrototype.nearestSquares(represented, anchors, parallel));
  }

  @Override
  public AnchorVotes renumbered(int[] ranks) {
    return new AnchorVotes(anchors, neighbors, LargestFirst.renumbered(votes, ranks), clusterCount);
  }
}
