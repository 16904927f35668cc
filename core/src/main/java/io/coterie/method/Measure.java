package io.coterie.method;

import java.util.Arrays;
import java.util.Locale;

/** What the coordinator asks about the features while it chooses their representation. */
enum Measure {
  /** How many values there are, and their sum. */
  SUMS,
  /** The squared deviations from the mean. */
  DEVIATIONS,
  /** The scatter about the mean: all products of two features' deviations. */
  SCATTER,
  /** The smallest and the largest value. */
  RANGE;

  /** Returns the word that a question names it by. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the measure of a word. */
  static Measure named(String word) {
    return Arrays.stream(values())
        .filter(measure -> measure.word().equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no such measure."));
  }
}
