package io.coterie.method.fit;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * How far a site's levels are from the others' inside pieces: levels that are exchanged may leave
 * the shares over all records as they were.
 *
 * @param effect the root of the excess χ² a record
 * @param score the excess χ² in deviations
 */
record LevelsInside(double effect, double score) {
  private static final double LEAST_EFFECT = 0.45;
  private static final double LEAST_SCORE = 4;
  private static final int LEAST_OWN = 3;
  private static final int LEAST_OTHERS = 5;

  /** Shares inside a piece are drawn to those of all pieces by so much. */
  private static final double SHRUNK = 0.1;

  boolean isMisfit() {
    return effect > LEAST_EFFECT && score > LEAST_SCORE;
  }

  /**
   * Compares a column.
   *
   * @param changed what is done to the site's own counts first
   */
  static LevelsInside of(
      PieceCounts site, PieceCounts others, int column, UnaryOperator<double[]> changed) {
    int levels = site.layout().columns().get(column).size();
    double[][] own = new double[site.layout().pieces()][];
    double[][] shares = new double[own.length][];
    double[] size = new double[own.length];
    double[] mean = new double[levels];
    int used = 0;
    for (int p = 0; p < own.length; p++) {
      own[p] = changed.apply(site.inPiece(column, p));
      double[] theirs = others.inPiece(column, p);
      size[p] = Shares.sum(theirs);
      if (Shares.sum(own[p]) >= LEAST_OWN && size[p] >= LEAST_OTHERS) {
        shares[p] = Shares.of(Arrays.stream(theirs).map(count -> count + 0.5).toArray());
        for (int b = 0; b < levels; b++) {
          mean[b] += shares[p][b];
        }
        used++;
      }
    }
    double excess = 0;
    double records = 0;
    for (int p = 0; p < own.length; p++) {
      if (shares[p] != null) {
        double count = Shares.sum(own[p]);
        records += count;
        for (int b = 0; b < levels; b++) {
          double expected = count * ((1 - SHRUNK) * shares[p][b] + SHRUNK * mean[b] / used);
          double off = own[p][b] - expected;
          excess += off * off / (expected * (1 + count / size[p]));
        }
      }
    }
    double freedom = used * (levels - 1.0);
    return freedom == 0
        ? new LevelsInside(0, 0)
        : new LevelsInside(
            Math.sqrt(Math.max(excess - freedom, 0) / records),
            (excess - freedom) / Math.sqrt(2 * freedom));
  }
}
