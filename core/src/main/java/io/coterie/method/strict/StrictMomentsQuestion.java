package io.coterie.method.strict;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.internal.ExactSums;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks how many records there are, for their sum and, if it is not known, their squared length.
 *
 * @param steps that put records into the unit ball
 */
@Payload.Name(StrictSchedule.MOMENTS)
record StrictMomentsQuestion(List<RecordMap> steps) implements StrictQuestion {
  StrictMomentsQuestion {
    steps = List.copyOf(steps);
  }

  @Override
  public List<NoisyBlock> measure(Matrix points, StrictStep step, Parallel parallel) {
    List<NoisyBlock> blocks = new ArrayList<>();
    blocks.add(
        NoisyBlock.of(
            StrictSchedule.COUNT,
            new long[] {points.rows() * ExactSums.COUNT_UNIT},
            Mechanism.of(ExactSums.COUNT_UNIT, step.loss(StrictSchedule.COUNT))));
    blocks.add(
        NoisyBlock.of(
            StrictSchedule.SUM,
            ExactSums.sum(points, 1, parallel),
            Mechanism.of(ExactSums.UNIT, step.loss(StrictSchedule.SUM))));
    if (step.losses().containsKey(StrictSchedule.SQUARES)) {
      blocks.add(
          NoisyBlock.of(
              StrictSchedule.SQUARES,
              new long[] {ExactSums.squares(points, 1, parallel)},
              Mechanism.of(ExactSums.SQUARED_UNIT, step.loss(StrictSchedule.SQUARES))));
    }
    return blocks;
  }

  @Override
  public Map<String, Integer> blockSizes(StrictStep step, int dimension) {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    sizes.put(StrictSchedule.COUNT, 1);
    sizes.put(StrictSchedule.SUM, dimension);
    if (step.losses().containsKey(StrictSchedule.SQUARES)) {
      sizes.put(StrictSchedule.SQUARES, 1);
    }
    return sizes;
  }

  @Override
  public void require(NoisySumInvariants totals) {
    totals.requireCounts(StrictSchedule.COUNT, ExactSums.COUNT_UNIT);
    totals.requireSums(
        StrictSchedule.SUM, ExactSums.UNIT, StrictSchedule.COUNT, ExactSums.COUNT_UNIT);
    if (totals.has(StrictSchedule.SQUARES)) {
      totals.requireSquares(
          StrictSchedule.SQUARES,
          ExactSums.SQUARED_UNIT,
          StrictSchedule.COUNT,
          ExactSums.COUNT_UNIT);
    }
  }
}
