package io.coterie.secure;

import static java.util.Objects.requireNonNull;

/**
 * What all sites agree on before a sum. Each site signs it with its keys, so that none of it can be
 * told differently to another site.
 *
 * @param context which sum it is
 * @param length the number of entries of each vector
 * @param threshold t: how many sites must stay to the end, and how many shares give a secret away
 * @param sealed whether the coordinator may not read the total, see {@link Seal}
 */
public record SumPlan(SumContext context, int length, int threshold, boolean sealed) {
  /** A total of two hides them from the coordinator; each of the two can take its own off. */
  static final int FEWEST_SITES = 2;

  /** Far above any study; it bounds what a roster can cost. */
  static final int MOST_SITES = 1000;

  public SumPlan {
    requireNonNull(context, "context is null");
    if (length < 1) {
      throw new IllegalArgumentException(
          "Vectors of %d entries cannot be added up; give at least 1.".formatted(length));
    }
    if (sealed && length % 2 != 0) {
      throw new IllegalArgumentException("A sealed vector has two halves of one length.");
    }
    if (threshold < FEWEST_SITES) {
      throw new IllegalArgumentException(
          "A threshold of %d sites is too low; it must be at least %d."
              .formatted(threshold, FEWEST_SITES));
    }
  }

  /** Makes the plan of a sum that the coordinator may read. */
  public SumPlan(SumContext context, int length, int threshold) {
    this(context, length, threshold, false);
  }

  /**
   * Returns a plan in which more than two thirds of the sites must stay: ⌊2n/3⌋ + 1. Two groups of
   * so many share more than a third of all sites, see {@link io.coterie.secure}.
   */
  public static SumPlan of(SumContext context, int length, Identities identities) {
    return new SumPlan(context, length, 2 * identities.size() / 3 + 1);
  }

  /** Checks that the threshold suits the sites that the study agreed on. */
  void checkFor(Identities identities) {
    int sites = identities.size();
    if (threshold > sites || 2 * threshold <= sites) {
      throw new IllegalArgumentException(
          "A threshold of %d does not suit %d sites; it must be above half of them and at most all."
              .formatted(threshold, sites));
    }
  }

  /** Refuses to go on with fewer sites than the threshold. */
  void requireEnough(int sites, String what) {
    if (sites < threshold) {
      throw new SecureSumException(
          SecureSumException.Reason.TOO_FEW_SITES,
          "%d sites %s, but the sum needs %d; wait for more sites or try again with full noise."
              .formatted(sites, what, threshold));
    }
  }
}
