package io.coterie.secure;

/**
 * What a site sent in one attempt of a round, and what follows for the next: the rule for retries.
 * A party that gets the sum of one round both with and without a site knows that site's vector,
 * with as much noise as the site put on it alone.
 *
 * <p>Where fewer than all sites can open a total:
 *
 * <ul>
 *   <li>A site that revealed its shares takes no further attempt: the total may be open, and the
 *       next one may lack some site.
 *   <li>A site that sent a masked vector and did not reveal may still be part of a total that the
 *       others opened. It must add its full local noise, once, and charge it as such.
 * </ul>
 *
 * <p>Where every site is needed, each total that is ever opened is over all sites:
 *
 * <ul>
 *   <li>A site that revealed sends the same words again where there is no noise, which give the
 *       same total. With noise, it adds its full local noise and charges it.
 *   <li>A site that did not reveal has a vector that nobody can have opened.
 * </ul>
 *
 * <p>A site that sent no masked vector has said nothing of its records: the next attempt is its
 * first, with a share of the noise, and costs nothing more.
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

  /**
   * Refuses a later attempt of the same round, with noise or without, whose total could differ from
   * one that is open by a site.
   *
   * @param opensWithoutOne whether fewer than all sites can open a total
   */
  public void requireNoDifference(int attempt, boolean opensWithoutOne) {
    if (attempt <= context.attempt()) {
      throw refused(attempt, "attempt %d was answered".formatted(context.attempt()));
    }
    if (hasRevealed && opensWithoutOne) {
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
    requireNoDifference(attempt, opensWithoutOne);
    boolean mayBeOpen = opensWithoutOne ? hasMasked : hasRevealed;
    if (mayBeOpen && context.attempt() > 1) {
      throw refused(attempt, "a round is tried again once at most");
    }
    return mayBeOpen ? Permit.RETRY : Permit.FIRST;
  }

  private SecureSumException refused(int attempt, String why) {
    return new SecureSumException(
        SecureSumException.Reason.OUT_OF_STEP,
        "Attempt %d of round %d is refused: %s.".formatted(attempt, context.round(), why));
  }
}
