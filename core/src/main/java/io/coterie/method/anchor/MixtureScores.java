package io.coterie.method.anchor;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.MixtureSums;
import io.coterie.message.internal.WholeTotals;
import io.coterie.secure.HiddenRounding;
import java.util.List;

/**
 * How well mixtures suit the records: of each, the mean entropy of the posteriors as a share of ln
 * C, and the mean log-likelihood. Totals are in whole 1024ths, each record by itself.
 */
final class MixtureScores {
  private static final double UNIT = 1024;

  /** A record further out counts as one at this log-likelihood. */
  private static final double LEAST = -4096;

  /** Of each mixture: its entropy, its log-likelihood, and how many records are not too far out. */
  private static final int EACH = 3;

  /**
   * The scores of one mixture.
   *
   * @param entropy from 0 to 1
   * @param logLikelihood of a record
   */
  record Score(double entropy, double logLikelihood) {}

  private MixtureScores() {}

  static int size(int mixtures) {
    return 1 + EACH * mixtures;
  }

  /** Returns the number of records, then the totals of each mixture. */
  static WholeTotals totals(Matrix block, List<GaussianMixture> mixtures) {
    long[] totals = new long[size(mixtures.size())];
    totals[0] = block.rows();
    for (int i = 0; i < block.rows(); i++) {
      Matrix record = Matrix.over(1, block.columns(), block.row(i));
      for (int m = 0; m < mixtures.size(); m++) {
        MixtureSums own = mixtures.get(m).sums(record, Parallel.sequential());
        totals[1 + EACH * m] += Math.round(UNIT * Math.min(1, own.meanEntropy()));
        double likelihood = Math.max(LEAST, Math.min(-LEAST, own.logLikelihood()));
        totals[2 + EACH * m] += Math.round(UNIT * likelihood);
        totals[3 + EACH * m] += Math.abs(likelihood) < -LEAST ? 1 : 0;
      }
    }
    return new WholeTotals(LongVector.of(totals), LongVector.of());
  }

  /**
   * Returns the totals in whole 1024ths of the mean. A mixture that is near fewer than K records
   * would show these only, and has the worst scores instead.
   */
  static long[] rounded(long[] totals, int smallestGroup) {
    long[] rounded = HiddenRounding.rounded(totals, Math.max(1, totals[0]));
    rounded[0] = totals[0];
    for (int at = 1; at < rounded.length; at += EACH) {
      if (totals[at + 2] < smallestGroup) {
        rounded[at] = Math.round(UNIT * totals[0]);
        rounded[at + 1] = Math.round(UNIT * LEAST * totals[0]);
      }
      rounded[at + 2] = 0;
    }
    return rounded;
  }

  static Score score(long[] totals, int mixture) {
    double scale = 1 / (UNIT * totals[0]);
    return new Score(totals[1 + EACH * mixture] * scale, totals[2 + EACH * mixture] * scale);
  }
}
