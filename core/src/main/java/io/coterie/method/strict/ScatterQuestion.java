package io.coterie.method.strict;

import static java.util.Objects.requireNonNull;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.ClipRows;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.internal.ExactSums;
import java.util.List;
import java.util.Map;

/**
 * Asks for the second moment about a center, of deviations clipped to a radius, in units of the
 * squared radius: ‖z zᵀ‖_F = ‖z‖² ≤ 1.
 *
 * @param center about which
 * @param radius of the clip
 */
@Payload.Name(StrictSchedule.SCATTER)
record ScatterQuestion(Vector center, double radius) implements StrictQuestion {
  ScatterQuestion {
    requireNonNull(center, "center is null");
    if (!(radius > 0)) {
      throw new IllegalArgumentException("The radius must be positive.");
    }
  }

  @Override
  public List<RecordMap> steps() {
    return List.of();
  }

  @Override
  public List<NoisyBlock> measure(Matrix points, StrictStep step, Parallel parallel) {
    Matrix deviations = new ClipRows(center, radius, 1).apply(points, parallel);
    long[] triangle = ExactSums.secondMoment(deviations, radius, parallel);
    return List.of(
        new NoisyBlock(
            StrictSchedule.SECOND_MOMENT,
            LongVector.of(triangle),
            points.columns(),
            Mechanism.of(ExactSums.SQUARED_UNIT, step.loss(StrictSchedule.SECOND_MOMENT))));
  }

  @Override
  public Map<String, Integer> blockSizes(StrictStep step, int dimension) {
    int d = center.size();
    return Map.of(StrictSchedule.SECOND_MOMENT, d + Triangle.size(d));
  }

  @Override
  public void require(NoisySumInvariants totals) {
    totals.requireSecondMoment(StrictSchedule.SECOND_MOMENT, ExactSums.SQUARED_UNIT, center.size());
  }
}
