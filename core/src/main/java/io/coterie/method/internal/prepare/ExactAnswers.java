package io.coterie.method.internal.prepare;

import io.coterie.CoterieException;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.Moments;
import io.coterie.message.Payload;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.FixedPoint;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.SumUnit;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.SiteContext;
import io.coterie.site.Records;

/**
 * A site's answers about its features at level totals, in whole numbers: a total does not depend on
 * how the records are dealt to sites. Sums leave only for features of which all sites together have
 * at least K values.
 *
 * <p>Not thread-safe.
 */
final class ExactAnswers {
  /** The mean square of a record is at least so many squared units. */
  private static final double LEAST_SQUARES = 1 << 16;

  private final SiteContext context;
  private final int smallestGroup;
  private boolean[] isEnough = {};

  ExactAnswers(SiteContext context, int smallestGroup) {
    this.context = context;
    this.smallestGroup = smallestGroup;
  }

  Payload answer(ExactQuestion question, Records records) {
    Parallel parallel = context.parallel();
    if (question instanceof ExactQuestion.Present) {
      WholeTotals counts = records.sum((block, inside) -> counts(block), parallel);
      return SealedCounts.of(counts.counts().toArray());
    } else if (question instanceof ExactQuestion.Sums sums) {
      open(sums.counts(), records.features());
      Vector zero = Vector.of(new double[records.features()]);
      return enough(records.sum((block, inside) -> sums(block, zero, 1), parallel));
    }
    if (isEnough.length == 0) {
      throw refused("was asked for sums before records were counted");
    }
    if (question instanceof ExactQuestion.Deviations deviations) {
      Vector center = finite(deviations.center(), records.features());
      return enough(records.sum((block, inside) -> sums(block, center, 2), parallel));
    } else if (question instanceof ExactQuestion.Products products) {
      Vector center = finite(products.center(), records.features());
      WholeTotals totals =
          records.sum(
              (block, inside) -> products(block, center, products.unit(), inside), parallel);
      double squares = 0;
      for (int j = 0, at = 0; j < records.features(); at += records.features() - j, j++) {
        squares += totals.sums().at(at);
      }
      if (squares < LEAST_SQUARES * records.size()) {
        throw refused("was given a lattice that is too coarse for its records");
      }
      return totals;
    }
    throw refused("was asked for '%s', which is not due".formatted(question.kind()));
  }

  /** Reads how many records and values all sites have, and remembers of which there are enough. */
  private void open(SealedCounts sealed, int features) {
    long[] counts = context.opened(sealed);
    if (counts.length != 1 + features || counts[0] < smallestGroup) {
      throw refused(
          "was asked for sums over fewer than %d records of all sites".formatted(smallestGroup));
    }
    isEnough = new boolean[features];
    for (int j = 0; j < features; j++) {
      isEnough[j] = counts[1 + j] >= smallestGroup;
    }
  }

  private WholeTotals enough(WholeTotals totals) {
    long[] counts = totals.counts().toArray();
    long[] sums = totals.sums().toArray();
    for (int j = 0; j + 1 < counts.length; j++) {
      if (j >= isEnough.length || !isEnough[j]) {
        counts[1 + j] = 0;
        for (int digit = 0; digit < FixedPoint.DIGITS; digit++) {
          sums[FixedPoint.DIGITS * j + digit] = 0;
        }
      }
    }
    return new WholeTotals(LongVector.of(counts), LongVector.of(sums));
  }

  private static WholeTotals counts(Matrix block) {
    long[] counts = new long[1 + block.columns()];
    counts[0] = block.rows();
    for (int i = 0; i < block.rows(); i++) {
      for (int j = 0; j < block.columns(); j++) {
        counts[1 + j] += Double.isNaN(block.at(i, j)) ? 0 : 1;
      }
    }
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }

  /** Returns the counts and the sums of (x − center)^power over the values that are there. */
  private static WholeTotals sums(Matrix block, Vector center, int power) {
    int d = block.columns();
    long[] digits = new long[FixedPoint.DIGITS * d];
    for (int i = 0; i < block.rows(); i++) {
      for (int j = 0; j < d; j++) {
        double value = block.at(i, j) - center.at(j); // NaN where it is missing
        if (!Double.isNaN(value)) {
          FixedPoint.add(power == 2 ? value * value : value, digits, FixedPoint.DIGITS * j);
        }
      }
      FixedPoint.carryAfter(i + 1L, digits);
    }
    return new WholeTotals(counts(block).counts(), LongVector.of(digits));
  }

  /** Whole numbers below 2⁵³, which doubles add up exactly in any order. */
  private static WholeTotals products(
      Matrix block, Vector center, SumUnit unit, Parallel parallel) {
    Matrix whole =
        block.map((i, j, value) -> Math.rint(Math.scalb(value - center.at(j), -unit.exponent())));
    Matrix scatter = Moments.of(whole, new double[block.columns()], parallel).scatter();
    Matrix triangle = FeatureScatter.of(scatter).triangle();
    long[] sums = new long[triangle.columns()];
    for (int k = 0; k < sums.length; k++) {
      sums[k] = (long) triangle.at(0, k);
    }
    return new WholeTotals(LongVector.of(block.rows()), LongVector.of(sums));
  }

  private Vector finite(Vector center, int features) {
    boolean isFit = center.size() == features;
    for (int j = 0; isFit && j < features; j++) {
      isFit = Double.isFinite(center.at(j));
    }
    if (!isFit) {
      throw refused("was given a center that does not fit its features");
    }
    return center;
  }

  private CoterieException refused(String what) {
    return CoterieException.notAgreed(
        "Site %s %s; it sends nothing more in this study. Ask the coordinator why."
            .formatted(context.data().site(), what));
  }
}
