package io.coterie.method.dp;

import io.coterie.plan.DpTerms;
import io.coterie.privacy.internal.ZeroConcentrated;

/**
 * How many anchors noisy sums can tell apart: the noise on an anchor's place stays below a third of
 * the records' spread, a pair of neighboring anchors has some 25 times the noise on its count, and
 * an anchor has eight records.
 *
 * @param records N, public or noisy
 * @param noise the factor on the noise of one release that the total over the sites has
 */
record AnchorCount(double records, double noise) {
  /** A clip of residuals in units of the records' spread. */
  static final double RESIDUAL_RADIUS = 0.8;

  private static final double PLACE = 0.35;
  private static final double PAIR = 25;
  private static final double LEAST_RECORDS = 8;
  static final double MOST = 600;

  /** Returns the number for rounds that spend ρ on sums, with axes, and ρ on pairs. */
  double of(double sumRho, double pairRho, int axes) {
    double sumNoise = RESIDUAL_RADIUS / Math.sqrt(2 * sumRho) * noise;
    double pairNoise = noise / Math.sqrt(2 * pairRho);
    double places = PLACE * records / (sumNoise * Math.sqrt(axes));
    double pairs = records / (PAIR * pairNoise);
    return Math.min(Math.min(places, pairs), Math.min(records / LEAST_RECORDS, MOST));
  }

  /** Returns about how many anchors the budget is good for. */
  static double expected(DpTerms terms, DpInput input) {
    int m = terms.recordsPerPerson();
    double rho =
        ZeroConcentrated.rho(terms.budget().epsilon(), terms.budget().delta()) / ((double) m * m);
    return new AnchorCount(terms.publicRecords(), Math.sqrt(terms.noiseCopies()))
        .of(
            DpSchedule.sumRho(rho),
            DpSchedule.pairRho(rho),
            Math.min(AnchorRoute.MOST_AXES, input.dimension()));
  }
}
