package io.coterie.method.internal.prepare;

import io.coterie.CoterieException;
import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FeatureSums;
import io.coterie.message.internal.FixedPoint;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.SumUnit;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.method.internal.check.NormBound;
import java.util.List;

/**
 * Sums in whole numbers, which the sites give only after they have counted under seal how many
 * records and values there are.
 *
 * @param sites whom it asks
 * @param smallestGroup K
 */
record ExactMeasures(Sites sites, int smallestGroup) implements FeatureMeasures {
  /** Sums of products stay below 2⁵² units, which doubles hold, with room for late sites. */
  private static final int PRODUCT_BITS = 48;

  @Override
  public FeatureSums sums(List<RecordMap> steps, int dimension, NormBound reach) {
    SealedCounts counts =
        sites.total(new ExactQuestion.Present(steps), Reply.sum(SealedCounts.zero(1 + dimension)));
    FeatureSums sums = measured(new ExactQuestion.Sums(counts), dimension);
    for (int j = 0; j < dimension; j++) {
      if (sums.present().at(j) == 0) {
        throw CoterieException.badData(
            ("Feature %d has fewer than %d values at all sites together, the smallest group that a"
                    + " sum may be over; leave the feature out.")
                .formatted(j + 1, smallestGroup));
      }
    }
    reach.requireSums(sums);
    return sums;
  }

  @Override
  public FeatureSums squares(List<RecordMap> steps, Vector mean) {
    return measured(new ExactQuestion.Deviations(steps, mean), mean.size());
  }

  private FeatureSums measured(ExactQuestion question, int dimension) {
    WholeTotals totals =
        sites.total(question, WholeTotals.zero(1 + dimension, FixedPoint.DIGITS * dimension));
    long[] digits = totals.sums().toArray();
    double[] present = new double[dimension];
    double[] sums = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      present[j] = totals.counts().at(1 + j);
      sums[j] = FixedPoint.value(digits, FixedPoint.DIGITS * j);
    }
    return new FeatureSums(totals.counts().at(0), Vector.of(present), Vector.of(sums));
  }

  @Override
  public FeatureScatter scatter(
      List<RecordMap> steps, Vector mean, NormBound reach, double records) {
    FeatureSums squares = squares(steps, mean);
    SumUnit unit = unit(squares.sums().sum(), PRODUCT_BITS);
    int d = mean.size();
    WholeTotals totals =
        sites.total(new ExactQuestion.Products(mean, unit), WholeTotals.zero(1, d * (d + 1) / 2));
    Matrix triangle = Matrix.zeros(1, d * (d + 1) / 2);
    double one = unit.value(1);
    for (int k = 0; k < triangle.columns(); k++) {
      triangle.set(0, k, one * one * totals.sums().at(k));
    }
    return new FeatureScatter(triangle);
  }

  /** Returns the finest unit in which a sum of squares is below 2^bits. */
  static SumUnit unit(double squares, int bits) {
    int exponent =
        Math.floorDiv(Math.getExponent(Math.max(squares, Double.MIN_NORMAL)) + 2 - bits, 2);
    return new SumUnit(Math.max(-500, Math.min(0, exponent)));
  }
}
