package io.coterie.method.dp;

import io.coterie.math.LongVector;
import io.coterie.math.Vector;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.plan.PublicBounds;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.site.internal.ExactSums;

/**
 * Bounds of a table's features from noisy histograms of their magnitudes, where none were agreed
 * on. They are powers of two, and what is beyond them is put on them: a few large values are not
 * seen through the noise, and shall not be.
 */
final class NoisyBounds {
  /** The chance that noise makes an empty bin of any feature look filled. */
  private static final double FALSE_ALARM = 0.05;

  private NoisyBounds() {}

  /** Asks for the magnitudes of so many features. */
  static PublicBounds ask(DpStudy study, int features) {
    NoisyTotals totals = study.ask(new Magnitudes(features));
    double least = least(study.schedule(), features) * ExactSums.COUNT_UNIT;
    double[] lower = new double[features];
    double[] upper = new double[features];
    for (int j = 0; j < features; j++) {
      int[] ends = ends(totals.block(DpSchedule.MAGNITUDES), j * Magnitudes.BINS, least);
      lower[j] = Magnitudes.lower(ends[0]);
      upper[j] = Magnitudes.upper(ends[1]);
    }
    return new PublicBounds(Vector.of(lower), Vector.of(upper));
  }

  /** Returns the number of records of one magnitude from which on they are seen, at least one. */
  static double least(DpSchedule schedule, int features) {
    PrivacyLoss loss = schedule.step(DpSchedule.MAGNITUDES).loss(DpSchedule.MAGNITUDES);
    double noise =
        Mechanism.of(Magnitudes.sensitivity(features), loss).deviation()
            / ExactSums.COUNT_UNIT
            * Math.sqrt(schedule.terms().noiseCopies());
    double bins = (double) features * Magnitudes.BINS;
    return Math.max(noise * Math.sqrt(2 * Math.log(bins / FALSE_ALARM)), 1);
  }

  /**
   * Returns the first and the last bin that have more than noise; where none has, all from zero to
   * the fullest.
   */
  private static int[] ends(LongVector counts, int from, double least) {
    int zero = Magnitudes.BINS / 2;
    int first = -1;
    int last = -1;
    int fullest = 0;
    for (int b = 0; b < Magnitudes.BINS; b++) {
      if (counts.at(from + b) > least) {
        first = first < 0 ? b : first;
        last = b;
      }
      fullest = counts.at(from + b) > counts.at(from + fullest) ? b : fullest;
    }
    return first < 0
        ? new int[] {Math.min(zero, fullest), Math.max(zero, fullest)}
        : new int[] {first, last};
  }
}
