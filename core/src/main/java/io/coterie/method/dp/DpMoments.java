package io.coterie.method.dp;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.site.internal.ExactSums;

/**
 * What the noisy count and sums say of the points in the unit ball.
 *
 * @param records N, noisy
 * @param mean of the points, noisy
 * @param spread the points' mean squared distance from their mean, noisy
 */
record DpMoments(double records, Vector mean, double spread) {
  /** A smaller spread than this is taken for noise. */
  private static final double LEAST_SPREAD = 0.02;

  static DpMoments of(NoisyTotals totals, DpStudy study) {
    double records =
        Math.min(
            Math.max((double) totals.block(DpSchedule.COUNT).at(0) / ExactSums.COUNT_UNIT, 10.0),
            QuestionCheck.mostRecords(study.schedule()));
    int d = totals.block(DpSchedule.SUM).size();
    double[] mean = new double[d];
    double squared = 0;
    for (int j = 0; j < d; j++) {
      mean[j] = totals.block(DpSchedule.SUM).at(j) / (ExactSums.UNIT * records);
      squared += mean[j] * mean[j];
    }
    double noise = study.noise(DpSchedule.MOMENTS, DpSchedule.SUM) / records;
    // The expected square of a noisy mean is that of the mean and d times the noise's variance.
    double meanLength = Math.max(squared - d * noise * noise, 0);
    double length = 1;
    double least = LEAST_SPREAD;
    if (totals.blocks().containsKey(DpSchedule.SQUARES)) {
      length = totals.block(DpSchedule.SQUARES).at(0) / (ExactSums.SQUARED_UNIT * records);
      least = Math.max(least, study.noise(DpSchedule.MOMENTS, DpSchedule.SQUARES) / records);
    }
    // The mean of points of the unit ball is in it, so whatever is beyond is noise.
    double scale = squared > 1 ? 1 / Math.sqrt(squared) : 1;
    for (int j = 0; j < d && scale < 1; j++) {
      mean[j] *= scale;
    }
    return new DpMoments(records, Vector.of(mean), Math.max(length - meanLength, least));
  }

  /** Returns the mean of z zᵀ from its noisy total, in units of the squared radius. */
  Matrix secondMoment(NoisyTotals totals, double radius) {
    int d = mean.size();
    double unit = radius * radius / (ExactSums.SQUARED_UNIT * records);
    Matrix moment = Matrix.zeros(d, d);
    for (int i = 0; i < d; i++) {
      moment.set(i, i, totals.block(DpSchedule.SECOND_MOMENT).at(i) * unit);
      for (int j = 0; j < i; j++) {
        double value = totals.block(DpSchedule.SECOND_MOMENT).at(d + Triangle.index(i, j)) * unit;
        moment.set(i, j, value);
        moment.set(j, i, value);
      }
    }
    return moment;
  }

  /**
   * Returns how large an eigenvalue pure noise gets: the noise has deviation s on the diagonal and
   * s/√2 beside it, so its largest eigenvalue is near s √(2d).
   */
  double noiseEdge(double radius, DpStudy study) {
    double noise = study.noise(DpSchedule.SCATTER, DpSchedule.SECOND_MOMENT);
    return radius * radius * noise * Math.sqrt(2.0 * mean.size()) / records;
  }

  /** Returns an eigenvalue without what noise adds to it. */
  static double denoised(double eigenvalue, double edge) {
    return eigenvalue - edge * edge / (4 * Math.max(eigenvalue, 1e-9));
  }
}
