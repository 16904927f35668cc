package io.coterie.method.anchor;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.linear.Cholesky;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.message.internal.WholeTotals;
import io.coterie.model.internal.MixtureModel;
import io.coterie.plan.PrivacyPlan;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Asks for one step of EM over the records, for studies with few cells: how many records each
 * component of a mixture has by their posteriors, and the sums of their differences from its mean,
 * in units in which its covariance is the identity, cut off at {@value #FARTHEST}. Sealed; the
 * sites give the totals out rounded, so that one record, whose part is at most {@value #FARTHEST},
 * is less than what a total is rounded to. What rounding changes is then small in all directions.
 *
 * @param mixture of the step
 */
@Payload.Name("members")
record MemberQuestion(GaussianMixture mixture) implements Payload {
  /** So many steps at most. */
  static final int MOST_STEPS = 16;

  /** The most that a record adds to a sum. */
  static final int FARTHEST = 4;

  /** One in the totals. */
  static final long UNIT = 1024;

  /** Returns what totals are rounded to: K/2, or more where one record could add as much. */
  static long multiple(int smallestGroup) {
    return Math.max(PrivacyPlan.countMultiple(smallestGroup), FARTHEST + 1) * UNIT;
  }

  public static MemberQuestion of(Fields fields) {
    return new MemberQuestion(MixtureModel.of(fields).mixture());
  }

  @Override
  public List<Field> fields() {
    return MixtureModel.of(mixture).fields();
  }

  static int size(int components, int dimension) {
    return components * (1 + dimension);
  }

  /** Returns L of the covariance L Lᵀ of each component. */
  List<Matrix> roots() {
    List<Matrix> given =
        mixture.covariances().stream().map(covariance -> Cholesky.of(covariance).lower()).toList();
    return given.size() == 1 ? Collections.nCopies(mixture.clusterCount(), given.get(0)) : given;
  }

  /** Leaves out of totals the components that have fewer than K records. */
  void leaveOut(int smallestGroup, long[] totals) {
    int each = 1 + mixture.means().columns();
    for (int c = 0; c < mixture.clusterCount(); c++) {
      if (totals[c * each] < smallestGroup * UNIT) {
        Arrays.fill(totals, c * each, (c + 1) * each, 0);
      }
    }
  }

  /** Returns Σ r and Σ r L⁻¹ (x − m) of each component; each record is rounded by itself. */
  WholeTotals totals(Matrix block) {
    int d = block.columns();
    int components = mixture.clusterCount();
    long[] totals = new long[size(components, d)];
    List<Matrix> roots = roots();
    double[] white = new double[d];
    for (int i = 0; i < block.rows(); i++) {
      Matrix record = Matrix.over(1, d, block.row(i));
      double[] posteriors = mixture.sums(record, Parallel.sequential()).counts();
      for (int c = 0; c < components; c++) {
        int at = c * (1 + d);
        totals[at] += Math.round(UNIT * posteriors[c]);
        for (int j = 0; j < d; j++) {
          double moved = record.at(0, j) - mixture.means().at(c, j);
          for (int k = 0; k < j; k++) {
            moved -= roots.get(c).at(j, k) * white[k];
          }
          white[j] = moved / roots.get(c).at(j, j);
          double near = Math.max(-FARTHEST, Math.min(FARTHEST, white[j]));
          totals[at + 1 + j] += Math.round(UNIT * posteriors[c] * near);
        }
      }
    }
    return new WholeTotals(LongVector.of(totals), LongVector.of());
  }
}
