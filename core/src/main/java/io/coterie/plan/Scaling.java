package io.coterie.plan;

/** What is done to the features before distances are measured. */
public enum Scaling {
  /** Z-score where the largest feature deviation exceeds 100 times the smallest, else none. */
  AUTO,
  /** As they are. */
  NONE,
  /** Each feature onto [0, 1] by the smallest and largest value of all sites. */
  MINMAX,
  /** Each feature to mean 0 and deviation 1 over all sites. */
  ZSCORE,
  /** Each record to absolute sum 1. */
  L1,
  /** Each record to Euclidean length 1. */
  L2
}
