package io.coterie.method.strict;

import static java.util.Objects.requireNonNull;

import io.coterie.features.RecordMap;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.internal.ExactSums;
import java.util.List;
import java.util.Map;

/**
 * Asks how many records have two anchors as their nearest, of each pair of anchors. A record counts
 * for one pair.
 *
 * @param anchors one row each, at least two
 */
@Payload.Name(StrictSchedule.EDGES)
record EdgesQuestion(Matrix anchors) implements StrictQuestion {
  EdgesQuestion {
    requireNonNull(anchors, "anchors is null");
    if (anchors.rows() < 2) {
      throw new IllegalArgumentException("There are fewer than two anchors.");
    }
  }

  @Override
  public List<RecordMap> steps() {
    return List.of();
  }

  @Override
  public List<NoisyBlock> measure(Matrix points, StrictStep step, Parallel parallel) {
    int n = points.rows();
    int[] pairs = new int[n];
    if (n > 0) {
      Neighbors found = NearestNeighbors.of(points, anchors, 2, parallel);
      for (int i = 0; i < n; i++) {
        pairs[i] = Triangle.index(found.index(i, 0), found.index(i, 1));
      }
    }
    return List.of(
        NoisyBlock.of(
            StrictSchedule.PAIRS,
            ExactSums.counts(pairs, Triangle.size(anchors.rows()), ExactSums.COUNT_UNIT),
            Mechanism.of(ExactSums.COUNT_UNIT, step.loss(StrictSchedule.PAIRS))));
  }

  @Override
  public Map<String, Integer> blockSizes(StrictStep step, int dimension) {
    return Map.of(StrictSchedule.PAIRS, Triangle.size(anchors.rows()));
  }

  @Override
  public void require(NoisySumInvariants totals) {
    totals.requireCounts(StrictSchedule.PAIRS, ExactSums.COUNT_UNIT);
  }
}
