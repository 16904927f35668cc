package io.coterie.method.anchor;

import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.GaussianMixture;
import java.util.List;

/**
 * Steps of EM over the records themselves, by rounded sums, for studies with few cells. One
 * covariance for all clusters follows from the means and the scatter of all records.
 *
 * @param asked answers for the sites
 */
record MixtureSteps(Cells cells, CellMixture.Asked asked) {
  /** So many mixtures take the first steps; the likeliest takes the rest. */
  static final int MOST_STARTS = 3;

  /** As many steps as the schedule of the sites has. */
  private static final int FIRST = 3;

  private static final int REST = MemberQuestion.MOST_STEPS - MOST_STARTS * FIRST;

  /** After one more of these, steps go to the mean over the later ones. */
  private static final int WHOLE = 3;

  /** The least variance of a mixture along any direction, as a share of the mean of all. */
  private static final double LEAST_VARIANCE = 1e-3;

  GaussianMixture first(GaussianMixture start) {
    return moved(start, FIRST, FIRST);
  }

  /**
   * What rounding does to a step is right on average, so the mean over the last steps is better
   * than any of them (stochastic approximation; Robbins, Monro 1951).
   */
  GaussianMixture rest(GaussianMixture start) {
    return moved(start, REST, WHOLE);
  }

  /** As {@link #rest}, where no first steps were taken. */
  GaussianMixture all(GaussianMixture start) {
    return moved(start, MemberQuestion.MOST_STEPS, MemberQuestion.MOST_STEPS / 2);
  }

  private GaussianMixture moved(GaussianMixture start, int steps, int whole) {
    GaussianMixture mixture = start;
    for (int step = 0; step < steps; step++) {
      MemberQuestion question = new MemberQuestion(mixture);
      long[] totals = asked.members(question);
      if (!isFilled(totals)) {
        break;
      }
      mixture = moved(question, totals, 1.0 / (1 + Math.max(0, step - whole)));
    }
    return mixture;
  }

  private boolean isFilled(long[] totals) {
    for (int at = 0; at < totals.length; at += 1 + cells.dimension()) {
      if (totals[at] <= 0) {
        return false;
      }
    }
    return true;
  }

  /** Goes a share of the way from the mixture of a question to that of the answer. */
  private GaussianMixture moved(MemberQuestion question, long[] totals, double share) {
    int d = cells.dimension();
    GaussianMixture before = question.mixture();
    int clusterCount = before.clusterCount();
    double all = 0;
    for (int at = 0; at < totals.length; at += 1 + d) {
      all += totals[at];
    }
    double[] weights = new double[clusterCount];
    List<Matrix> roots = question.roots();
    Matrix centers = Matrix.zeros(clusterCount, d);
    double records = cells.records();
    Matrix within = cells.scatter().map((i, j, value) -> value / records);
    for (int c = 0; c < clusterCount; c++) {
      int at = c * (1 + d);
      weights[c] = (1 - share) * before.weights()[c] + share * totals[at] / all;
      for (int j = 0; j < d; j++) {
        double moved = 0;
        for (int k = 0; k <= j; k++) {
          moved += roots.get(c).at(j, k) * totals[at + 1 + k] / totals[at];
        }
        centers.set(c, j, before.means().at(c, j) + share * moved);
      }
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          within.set(i, j, within.at(i, j) - weights[c] * centers.at(c, i) * centers.at(c, j));
        }
      }
    }
    return GaussianMixture.of(weights, centers, List.of(positive(within)));
  }

  /** Returns the covariance with all its eigenvalues at least a small share of the variance. */
  private Matrix positive(Matrix covariance) {
    double total = 0;
    for (int j = 0; j < covariance.rows(); j++) {
      total += cells.scatter().at(j, j) / cells.records();
    }
    return Cells.positive(covariance, LEAST_VARIANCE * total / covariance.rows());
  }
}
