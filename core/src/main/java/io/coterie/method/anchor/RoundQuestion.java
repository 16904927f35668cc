package io.coterie.method.anchor;

import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;
import io.coterie.secure.HiddenRounding;

/**
 * Asks the sites to open what they sealed in the round before and to give it out rounded, see
 * {@link HiddenRounding}. Every site gives the same numbers, after a one that counts the sites.
 *
 * @param counts the sealed totals
 */
@Payload.Name("rounded")
record RoundQuestion(SealedCounts counts) implements Payload {
  /** Returns the form of sealed totals of which so many are given out rounded. */
  static SealedCounts zero(int size) {
    return SealedCounts.zero(size + HiddenRounding.WORDS);
  }

  /** Returns how many of the sealed totals are given out. */
  int size() {
    return counts.size() - HiddenRounding.WORDS;
  }
}
