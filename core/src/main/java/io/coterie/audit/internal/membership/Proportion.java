package io.coterie.audit.internal.membership;

/**
 * How often something happened, with exact one-sided limits of its chance (C. J. Clopper, E. S.
 * Pearson, Biometrika 1934).
 *
 * @param successes how often
 * @param trials out of how many
 */
record Proportion(int successes, int trials) {
  private static final int HALVINGS = 200;

  Proportion {
    if (trials < 1 || successes < 0 || successes > trials) {
      throw new IllegalArgumentException(
          "%d of %d; there must be a trial, and no more successes than trials."
              .formatted(successes, trials));
    }
  }

  /** Exceeded by the chance, unless something of chance alpha has happened. */
  double lower(double alpha) {
    if (successes == 0) {
      return 0;
    }
    double low = 0;
    double high = 1;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = 0.5 * (low + high);
      if (BinomialTail.atLeast(successes, trials, middle) < alpha) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Not exceeded by the chance, unless something of chance alpha has happened. */
  double upper(double alpha) {
    return 1 - new Proportion(trials - successes, trials).lower(alpha);
  }
}
