package io.coterie.method.strict;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.internal.ExactSums;
import java.util.List;
import java.util.Map;

/**
 * Asks for a histogram of points on a line, from −range to range; what is beyond counts in the last
 * bin. A record counts in one bin.
 *
 * @param steps that put records on the line
 * @param range half the length that the bins cover
 * @param bins how many
 */
@Payload.Name(StrictSchedule.LINE)
record LineQuestion(List<RecordMap> steps, double range, int bins) implements StrictQuestion {
  LineQuestion {
    steps = List.copyOf(steps);
    if (!(range > 0) || bins < 1 || bins > LineRoute.MOST_BINS) {
      throw new IllegalArgumentException(
          "The range must be positive, with 1 to %d bins.".formatted(LineRoute.MOST_BINS));
    }
  }

  @Override
  public List<NoisyBlock> measure(Matrix points, StrictStep step, Parallel parallel) {
    int[] cells = new int[points.rows()];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = GridQuestion.cell(points.at(i, 0) / range, bins);
    }
    return List.of(
        NoisyBlock.of(
            StrictSchedule.HISTOGRAM,
            ExactSums.counts(cells, bins, 1),
            Mechanism.of(1, step.loss(StrictSchedule.HISTOGRAM))));
  }

  @Override
  public Map<String, Integer> blockSizes(StrictStep step, int dimension) {
    return Map.of(StrictSchedule.HISTOGRAM, bins);
  }

  @Override
  public void require(NoisySumInvariants totals) {
    totals.requireCounts(StrictSchedule.HISTOGRAM, 1);
  }
}
