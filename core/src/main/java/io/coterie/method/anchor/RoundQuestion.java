package io.coterie.method.anchor;

import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;

/**
 * Asks the sites to open what they sealed in the round before and to give it out rounded. Every
 * site gives the same numbers, after a one that counts the sites.
 *
 * @param counts the sealed totals
 */
@Payload.Name("rounded")
record RoundQuestion(SealedCounts counts) implements Payload {
  /** Returns the counts rounded to multiples of a number, half of it up. */
  static long[] rounded(long[] counts, long multiple) {
    long[] rounded = new long[counts.length];
    for (int i = 0; i < counts.length; i++) {
      rounded[i] = Math.floorDiv(counts[i] + multiple / 2, multiple) * multiple;
    }
    return rounded;
  }
}
