package io.coterie.secure;

/**
 * Which attempts of which rounds a site has answered: the rule for retries. Whoever gets the sum of
 * one round both with and without a site knows that site's vector with as much noise as the site
 * put on it alone. So a site may put a mere share of the noise on its vector once per round; should
 * the round be tried again, it must add its full local noise, once, and charge it as such.
 *
 * <p>A round that is over stays over. Ask before noise is drawn, and keep the round and the attempt
 * with the ledger: a site that starts again continues with {@link #after}.
 *
 * <p>Thread-safe.
 */
public final class AttemptLog {
  /** How much noise the answer to an attempt needs. */
  public enum Permit {
    /** The first attempt of a round: a share of the noise is enough. */
    FIRST,
    /** The retry of a round: full local noise is required. */
    RETRY
  }

  private int round;
  private int attempt;
  private boolean retried;

  /** Starts with nothing answered. */
  public AttemptLog() {
    this(0, 0);
  }

  private AttemptLog(int round, int attempt) {
    this.round = round;
    this.attempt = attempt;
    this.retried = attempt > 1;
  }

  /** Returns a log whose last answer was to this attempt. */
  public static AttemptLog after(SumContext last) {
    return new AttemptLog(last.round(), last.attempt());
  }

  /**
   * Returns what an attempt may be answered with, and takes note of it.
   *
   * @throws SecureSumException if the round is over, or the attempt or a retry was answered
   */
  public synchronized Permit permit(int askedRound, int askedAttempt) {
    if (askedRound < 1 || askedAttempt < 1) {
      throw new IllegalArgumentException(
          "Round %d, attempt %d; both count from 1.".formatted(askedRound, askedAttempt));
    }
    if (askedRound < round || (askedRound == round && (retried || askedAttempt <= attempt))) {
      throw new SecureSumException(
          SecureSumException.Reason.OUT_OF_STEP,
          "Attempt %d of round %d is refused: attempt %d of round %d was answered, and a round is tried again once at most."
              .formatted(askedAttempt, askedRound, attempt, round));
    }
    round = askedRound;
    attempt = askedAttempt;
    retried = askedAttempt > 1;
    return retried ? Permit.RETRY : Permit.FIRST;
  }
}
