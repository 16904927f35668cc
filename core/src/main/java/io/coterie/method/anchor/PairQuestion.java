package io.coterie.method.anchor;

import io.coterie.features.RecordMap;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.verdict.AnchorPairs;
import java.util.List;

/**
 * Asks how many records have each anchor among their nearest, and how many have two anchors among
 * them, of each pair of anchors that are near each other. The list of pairs follows from the
 * anchors, so that both sides make it. Nobody but the sites reads the answer.
 *
 * @param metric the way into the space of the anchors
 * @param anchors one row each
 * @param neighbors how many of them are near a record
 */
@Payload.Name("pairs")
record PairQuestion(List<RecordMap> metric, Matrix anchors, int neighbors) implements Payload {
  public PairQuestion {
    metric = List.copyOf(metric);
    if (neighbors < 1 || neighbors > anchors.rows()) {
      throw new IllegalArgumentException("A record has no so many anchors near it.");
    }
  }

  /** Returns the counts of a block: by anchor, then by pair. */
  WholeTotals counts(Matrix block, long[] pairs, Parallel parallel) {
    int count = anchors.rows();
    long[] counts = new long[count + pairs.length];
    if (block.rows() > 0) {
      AnchorPairs places = AnchorPairs.of(count, pairs);
      Neighbors near = NearestNeighbors.of(block, anchors, neighbors, parallel);
      for (int i = 0; i < block.rows(); i++) {
        places.count(near, i, counts);
      }
    }
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }
}
