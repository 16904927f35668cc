package io.coterie.secure;

/**
 * What a site sent in one attempt of a round, and what follows for the next: the rule for retries.
 * Whoever gets the sum of one round both with and without a site knows that site's vector, with as
 * much noise as the site put on it alone.
 *
 * <ul>
 *   <li>A site that revealed its shares takes no further attempt: the total may be open.
 *   <li>A site that sent no masked vector has said nothing of its records. The next attempt is its
 *       first, with the same share of the noise.
 *   <li>A site that sent a masked vector and did not reveal has a hidden one as long as every site
 *       is needed to open the total. Where fewer are enough, the others may have opened it: the
 *       site must add its full local noise, once, and charge it as such.
 * </ul>
 *
 * <p>The secrets of an attempt must be gone before the next begins. Ask before noise is drawn.
 *
 * @param context of the attempt
 * @param hasMasked whether this site sent its masked vector, or may have
 * @param hasRevealed whether this site sent its shares, or may have
 */
public record AttemptLog(SumContext context, boolean hasMasked, boolean hasRevealed) {
  /** How much noise the answer to an attempt needs. */
  public enum Permit {
    /** Nobody can have seen a total with this site: a share of the noise is enough. */
    FIRST,
    /** Somebody may have seen one: full local noise is required. */
    RETRY
  }

  /** Refuses a later attempt of the same round, with noise or without, if this one may be open. */
  public void requireHidden(int attempt) {
    if (attempt <= context.attempt()) {
      throw refused(attempt, "attempt %d was answered".formatted(context.attempt()));
    }
    if (hasRevealed) {
      throw refused(
          attempt,
          "this site revealed its shares in attempt %d, whose total may be open"
              .formatted(context.attempt()));
    }
  }

  /**
   * Returns what a later attempt of the same round may be answered with.
   *
   * @param opensWithoutOne whether fewer than all sites can open a total
   * @throws SecureSumException if it may not be answered, or is no later one
   */
  public Permit permit(int attempt, boolean opensWithoutOne) {
    requireHidden(attempt);
    if (hasMasked && opensWithoutOne && context.attempt() > 1) {
      throw refused(attempt, "a round is tried again once at most");
    }
    return hasMasked && opensWithoutOne ? Permit.RETRY : Permit.FIRST;
  }

  private SecureSumException refused(int attempt, String why) {
    return new SecureSumException(
        SecureSumException.Reason.OUT_OF_STEP,
        "Attempt %d of round %d is refused: %s.".formatted(attempt, context.round(), why));
  }
}
