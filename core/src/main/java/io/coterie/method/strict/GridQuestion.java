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
 * Asks for a histogram over the cells of a public grid on [−1, 1]^d with one or two features. A
 * record counts in one cell.
 *
 * @param steps that put records into the box
 * @param bins cells along each feature
 */
@Payload.Name(StrictSchedule.GRID)
record GridQuestion(List<RecordMap> steps, int bins) implements StrictQuestion {
  GridQuestion {
    steps = List.copyOf(steps);
    if (bins < 1 || bins > GridRoute.MOST_BINS) {
      throw new IllegalArgumentException(
          "There must be 1 to %d bins.".formatted(GridRoute.MOST_BINS));
    }
  }

  @Override
  public List<NoisyBlock> measure(Matrix points, StrictStep step, Parallel parallel) {
    int[] cells = new int[points.rows()];
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < points.columns(); j++) {
        cells[i] = cells[i] * bins + cell(points.at(i, j), bins);
      }
    }
    int count = points.columns() == 1 ? bins : bins * bins;
    return List.of(
        NoisyBlock.of(
            StrictSchedule.HISTOGRAM,
            ExactSums.counts(cells, count, 1),
            Mechanism.of(1, step.loss(StrictSchedule.HISTOGRAM))));
  }

  /** Returns which of the bins over [−1, 1] a value falls into; beyond the ends, the last one. */
  static int cell(double value, int bins) {
    double place = Math.floor((value + 1) / 2 * bins);
    return (int) Math.max(0, Math.min(bins - 1, place)); // NaN becomes 0
  }

  @Override
  public Map<String, Integer> blockSizes(StrictStep step, int dimension) {
    return Map.of(StrictSchedule.HISTOGRAM, dimension == 1 ? bins : bins * bins);
  }

  @Override
  public void require(NoisySumInvariants totals) {
    totals.requireCounts(StrictSchedule.HISTOGRAM, 1);
  }
}
