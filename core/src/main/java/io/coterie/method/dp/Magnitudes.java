package io.coterie.method.dp;

import static io.coterie.method.dp.DpSchedule.MAGNITUDES;
import static io.coterie.site.internal.ExactSums.COUNT_UNIT;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.privacy.NoisyBlock;
import java.util.List;
import java.util.Map;

/**
 * Asks, of each feature of a table, how many values have which sign and binary exponent. It needs
 * no bounds: every number, and what is none, is in one bin. A record counts once in each of the d
 * histograms, so they move by √d together in L2 norm, and only noise that is measured by that norm
 * may be added.
 *
 * <p>Bins are numbered from the largest negative values over zero to the largest positive ones.
 *
 * @param features d, how many there are
 */
record Magnitudes(int features) implements DpQuestion {
  /** Values of a magnitude below 2 to this power count as zero. */
  static final int LEAST_EXPONENT = -20;

  /** Values of a magnitude above twice 2 to this power count as if they were smaller. */
  static final int LARGEST_EXPONENT = 40;

  private static final int EXPONENTS = LARGEST_EXPONENT - LEAST_EXPONENT + 1;

  /** Bins of a feature: one for each exponent of either sign, and one for zero. */
  static final int BINS = 2 * EXPONENTS + 1;

  Magnitudes {
    if (features < 1 || features > Integer.MAX_VALUE / BINS) {
      throw new IllegalArgumentException("There are %d features.".formatted(features));
    }
  }

  /** The smallest whole number that is at least √d records. */
  static long sensitivity(int features) {
    return (long) Math.ceil(Math.sqrt(features) * COUNT_UNIT);
  }

  static int bin(double value) {
    // Exact, unlike a logarithm; of what is no number and of infinity it is 1024.
    int exponent = Double.isNaN(value) ? LEAST_EXPONENT - 1 : Math.getExponent(value);
    if (exponent < LEAST_EXPONENT) {
      return EXPONENTS;
    }
    int rank = Math.min(exponent, LARGEST_EXPONENT) - LEAST_EXPONENT + 1;
    return value < 0 ? EXPONENTS - rank : EXPONENTS + rank;
  }

  static double lower(int bin) {
    return bin > EXPONENTS ? power(bin - EXPONENTS - 1) : -power(EXPONENTS - bin);
  }

  static double upper(int bin) {
    return -lower(BINS - 1 - bin);
  }

  /** Where the bin of this rank from zero ends and the next one begins. */
  private static double power(int rank) {
    return Math.scalb(1.0, LEAST_EXPONENT + rank);
  }

  @Override
  public List<NoisyBlock> measure(Matrix points, DpStep step, Parallel parallel) {
    if (step.loss(MAGNITUDES).pureEpsilon() > 0) {
      throw new IllegalArgumentException("Magnitudes move by more than that in L1 norm.");
    }
    long[] counts = new long[features * BINS];
    for (int i = 0; i < points.rows(); i++) {
      for (int j = 0; j < features; j++) {
        counts[j * BINS + bin(points.at(i, j))] += COUNT_UNIT;
      }
    }
    return List.of(DpQuestion.block(step, MAGNITUDES, counts, sensitivity(features)));
  }

  @Override
  public Map<String, Integer> blockSizes(DpStep step, int dimension) {
    return Map.of(MAGNITUDES, features * BINS);
  }

  @Override
  public void require(NoisySumInvariants totals) {
    totals.requireCounts(MAGNITUDES, COUNT_UNIT, sensitivity(features));
  }
}
