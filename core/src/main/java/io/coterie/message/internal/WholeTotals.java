package io.coterie.message.internal;

import io.coterie.math.LongVector;
import io.coterie.message.SumPayload;

/**
 * Sums over records in whole numbers, which add up exactly in any order and over any sites.
 *
 * @param counts numbers of records or values
 * @param sums in a unit that the question states, or in digits, see {@link FixedPoint}
 */
public record WholeTotals(LongVector counts, LongVector sums) implements SumPayload<WholeTotals> {
  public static WholeTotals zero(int counts, int sums) {
    return new WholeTotals(LongVector.of(new long[counts]), LongVector.of(new long[sums]));
  }
}
