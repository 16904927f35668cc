package io.coterie.store.journal;

import io.coterie.wire.Slot;
import java.util.regex.Pattern;

/**
 * What a message is, within its study: there is at most one for each key.
 *
 * @param round from 0
 * @param attempt at the round, from 0
 * @param step of the round
 * @param site whose message it is
 */
public record MessageKey(int round, int attempt, String step, String site) {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  public MessageKey {
    requireNumber("round", round);
    requireNumber("attempt", attempt);
    requireWord("step", step);
    requireWord("site", site);
  }

  public static MessageKey of(Slot slot, String site) {
    return new MessageKey(slot.round(), slot.attempt(), slot.step().word(), site);
  }

  static void requireNumber(String name, int number) {
    if (number < 0) {
      throw new IllegalArgumentException("%s is %d; it must be 0 or more.".formatted(name, number));
    }
  }

  static void requireWord(String name, String word) {
    if (!WORD.matcher(word).matches()) {
      throw new IllegalArgumentException(
          "%s must be 1 to 100 letters, digits, dots, hyphens or underscores.".formatted(name));
    }
  }
}
