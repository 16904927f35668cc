package io.coterie.method.anchor;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.MixtureSums;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.message.internal.FixedPoint;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.model.internal.MixtureModel;
import java.util.Arrays;
import java.util.List;

/**
 * One step of EM over the records, for studies with few cells: how many records have a posterior of
 * at least one half for each component, sealed, and then the sums weighted by the posteriors.
 */
sealed interface MemberQuestion extends Payload {
  /** So many steps at most: each gives sums that cut across the cells. */
  int MOST_STEPS = 16;

  /** Asks for the sealed numbers of members. */
  @Payload.Name("members")
  record Members(MixtureModel mixture) implements MemberQuestion {
    public static Members of(Fields fields) {
      return new Members(MixtureModel.of(fields));
    }

    @Override
    public List<Field> fields() {
      return mixture.fields();
    }

    WholeTotals counts(Matrix block) {
      long[] counts = new long[mixture.clusterCount()];
      for (int i = 0; i < block.rows(); i++) {
        double[] posteriors = own(mixture.mixture(), block, i).counts();
        for (int c = 0; c < counts.length; c++) {
          counts[c] += posteriors[c] >= 0.5 ? 1 : 0;
        }
      }
      return new WholeTotals(LongVector.of(counts), LongVector.of());
    }

    /** Returns the digits of Σ r, Σ r x and Σ r x xᵀ, one component after the other. */
    WholeTotals sums(Matrix block) {
      int d = block.columns();
      int c = mixture.clusterCount();
      long[] digits = new long[FixedPoint.DIGITS * size(c, d)];
      for (int i = 0; i < block.rows(); i++) {
        MixtureSums own = own(mixture.mixture(), block, i);
        int at = add(own.counts(), digits, 0);
        at = add(own.firsts().array(), digits, at);
        add(own.seconds().array(), digits, at);
        FixedPoint.carryAfter(i + 1L, digits);
      }
      return new WholeTotals(LongVector.of(), LongVector.of(digits));
    }

    private static int add(double[] values, long[] digits, int from) {
      for (int k = 0; k < values.length; k++) {
        FixedPoint.add(values[k], digits, from + FixedPoint.DIGITS * k);
      }
      return from + FixedPoint.DIGITS * values.length;
    }

    private static MixtureSums own(GaussianMixture mixture, Matrix block, int row) {
      return mixture.sums(Matrix.over(1, block.columns(), block.row(row)), Parallel.sequential());
    }
  }

  /** Asks for the sums, with the sealed numbers of members that the sites gave before. */
  @Payload.Name("member-sums")
  record Sums(SealedCounts counts) implements MemberQuestion {}

  static int size(int components, int dimension) {
    return components * (1 + dimension + dimension * (dimension + 1) / 2);
  }

  /** Returns what the digits of a total say. */
  static MixtureSums sums(WholeTotals totals, GaussianMixture mixture) {
    int c = mixture.clusterCount();
    int d = mixture.means().columns();
    long[] digits = totals.sums().toArray();
    double[] values = new double[size(c, d)];
    Arrays.setAll(values, k -> FixedPoint.value(digits, FixedPoint.DIGITS * k));
    return new MixtureSums(
        mixture.origin(),
        Arrays.copyOf(values, c),
        Matrix.over(c, d, Arrays.copyOfRange(values, c, c + c * d)),
        Matrix.over(c, d * (d + 1) / 2, Arrays.copyOfRange(values, c + c * d, values.length)),
        0,
        0);
  }
}
