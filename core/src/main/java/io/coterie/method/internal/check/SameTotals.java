package io.coterie.method.internal.check;

import io.coterie.CoterieException;
import io.coterie.math.LongVector;
import io.coterie.message.Payload;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.Sites;
import java.util.Arrays;

/**
 * Numbers that all sites worked out of the same sealed totals, and so give alike. They leave as a
 * sum, so that nobody sees one site's; a one before them counts the sites.
 */
public final class SameTotals {
  private SameTotals() {}

  /** Returns what a site gives. */
  public static WholeTotals of(long[] numbers) {
    long[] counts = new long[numbers.length + 1];
    counts[0] = 1;
    System.arraycopy(numbers, 0, counts, 1, numbers.length);
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }

  /** Asks for so many numbers and returns what all sites gave alike. */
  public static long[] ask(Sites sites, Payload question, int size) {
    long[] totals = sites.total(question, WholeTotals.zero(1 + size, 0)).counts().toArray();
    long siteCount = totals[0];
    for (long total : totals) {
      if (siteCount < 1 || total % siteCount != 0) {
        throw CoterieException.badData(
            "The sites opened different totals: one of them lies or its records changed during"
                + " the study; begin it again.");
      }
    }
    return Arrays.stream(totals, 1, totals.length).map(total -> total / siteCount).toArray();
  }
}
