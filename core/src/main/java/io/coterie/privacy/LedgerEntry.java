package io.coterie.privacy;

import static java.util.Objects.requireNonNull;

/**
 * One release, as it is written down before it is made. It names kinds of numbers, never a number
 * that was computed from records.
 *
 * @param study which study asks for it
 * @param round from 1
 * @param release what is released, such as "counts and sums of 12 cells"
 * @param loss what it costs
 * @param draw names the one draw of noise that the charge is for; the site's journal has the same
 *     name beside the question. Empty where no journal is kept
 */
public record LedgerEntry(String study, int round, String release, PrivacyLoss loss, String draw) {
  private static final int LONGEST_TEXT = 200;

  public LedgerEntry {
    requireText("study", study);
    requireText("release", release);
    requireNonNull(loss, "loss is null");
    requireNonNull(draw, "draw is null");
    if (round < 1) {
      throw new IllegalArgumentException("round is %d; it must be 1 or more.".formatted(round));
    }
  }

  public LedgerEntry(String study, int round, String release, PrivacyLoss loss) {
    this(study, round, release, loss, "");
  }

  /** Returns the entry of a release that protects a person with at most so many records. */
  public LedgerEntry forPerson(int records) {
    return new LedgerEntry(study, round, release, loss.times(records), draw);
  }

  private static void requireText(String name, String text) {
    if (text.isBlank()
        || text.length() > LONGEST_TEXT
        || text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "%s must be one line of 1 to %d characters.".formatted(name, LONGEST_TEXT));
    }
  }
}
