package io.coterie.method.strict;

import static java.util.Objects.requireNonNull;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.message.Payload;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.internal.ExactSums;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks, of each anchor, how many records are nearest to it and for the sum of their residuals,
 * clipped to a radius and in units of it. A record is in one cell only, so all cells together move
 * by 1 and by a residual of length at most 1, whatever the anchors are.
 *
 * @param steps taken first
 * @param anchors one row each
 * @param radius of the clip
 */
@Payload.Name(StrictSchedule.LLOYD)
record LloydQuestion(List<RecordMap> steps, Matrix anchors, double radius)
    implements StrictQuestion {
  LloydQuestion {
    steps = List.copyOf(steps);
    requireNonNull(anchors, "anchors is null");
    if (!(radius > 0)) {
      throw new IllegalArgumentException("The radius must be positive.");
    }
    if (anchors.rows() == 0) {
      throw new IllegalArgumentException("There is no anchor.");
    }
  }

  @Override
  public List<NoisyBlock> measure(Matrix points, StrictStep step, Parallel parallel) {
    int[] nearest = KMeans.nearest(points, anchors, parallel);
    Matrix residuals = points.copy();
    for (int i = 0; i < nearest.length; i++) {
      for (int j = 0; j < residuals.columns(); j++) {
        residuals.set(i, j, residuals.at(i, j) - anchors.at(nearest[i], j));
      }
    }
    return List.of(
        NoisyBlock.of(
            StrictSchedule.COUNT,
            ExactSums.counts(nearest, anchors.rows(), ExactSums.COUNT_UNIT),
            Mechanism.of(ExactSums.COUNT_UNIT, step.loss(StrictSchedule.COUNT))),
        NoisyBlock.of(
            StrictSchedule.SUM,
            ExactSums.sums(residuals, radius, nearest, anchors.rows(), parallel),
            Mechanism.of(ExactSums.UNIT, step.loss(StrictSchedule.SUM))));
  }

  @Override
  public Map<String, Integer> blockSizes(StrictStep step, int dimension) {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    sizes.put(StrictSchedule.COUNT, anchors.rows());
    sizes.put(StrictSchedule.SUM, anchors.rows() * anchors.columns());
    return sizes;
  }

  @Override
  public void require(NoisySumInvariants totals) {
    totals.requireCounts(StrictSchedule.COUNT, ExactSums.COUNT_UNIT);
    totals.requireSums(
        StrictSchedule.SUM, ExactSums.UNIT, StrictSchedule.COUNT, ExactSums.COUNT_UNIT);
  }
}
