package io.coterie.audit.internal.reconstruction;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;

/**
 * Records as an attacker states them, beside the true ones.
 *
 * @param attack what he did
 * @param truth one row for each record
 * @param guess one row for each record
 * @param error the distance between both over the records' distance from their mean, as roots of
 *     mean squares: 0 is everything, 1 is nothing but the mean
 * @param alone records whose own values were sent: means of one record
 */
public record Reconstruction(String attack, Matrix truth, Matrix guess, double error, int alone) {
  /** A share of the squares that is no more than the rounding of means. */
  private static final double ROUNDING = 1e-24;

  public static Reconstruction of(String attack, Matrix truth, Matrix guess, int alone) {
    return new Reconstruction(attack, truth, guess, error(truth, guess), alone);
  }

  private static double error(Matrix truth, Matrix guess) {
    int d = truth.columns();
    double[] mean = truth.columnMeans();
    double missed = 0;
    double spread = 0;
    double squares = 0;
    for (int i = 0; i < truth.rows(); i++) {
      for (int j = 0; j < d; j++) {
        missed += Math.pow(truth.at(i, j) - guess.at(i, j), 2);
        squares += Math.pow(truth.at(i, j), 2);
        spread += Math.pow(truth.at(i, j) - mean[j], 2);
      }
    }
    double error = Math.sqrt(missed / spread);
    boolean isSame = spread <= ROUNDING * squares;
    if (isSame || !Double.isFinite(error)) {
      throw CoterieException.badData(
          isSame
              ? "The audited site has one record, or all of its records are the same: how closely"
                  + " they can be rebuilt cannot be measured. Audit a site with more records."
              : "Some values of the audited site's records are missing or no numbers where an"
                  + " attack measures distances: it cannot be tried. Leave such records out"
                  + " (--missing drop).");
    }
    return error;
  }
}
