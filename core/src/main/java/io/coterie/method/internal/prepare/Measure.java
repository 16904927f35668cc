package io.coterie.method.internal.prepare;

/** What the coordinator asks about the features while it chooses their representation. */
enum Measure {
  /** How many values there are, and their sum. */
  SUMS,
  /** The squared deviations from the mean. */
  DEVIATIONS,
  /** The scatter about the mean: all products of two features' deviations. */
  SCATTER,
  /** The smallest and the largest value. */
  RANGE
}
