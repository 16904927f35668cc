package io.coterie.wire;

import static java.util.Objects.requireNonNull;

import io.coterie.EnumText;
import io.coterie.wire.v1.FederationProto;

/**
 * Names what is asked of every site at one moment: one message each.
 *
 * @param round from 1
 * @param attempt from 1; above 1 where a secure sum is tried again
 * @param step of the round
 */
public record Slot(int round, int attempt, Step step) {
  /**
   * The messages of a round, in order. A plain round has ANSWER alone, a secure sum the next five.
   */
  public enum Step {
    ANSWER,
    ADVERTISE,
    SHARE,
    MASK,
    CONSENT,
    REVEAL,
    /** After the last round: the site labels its records and says so. */
    LABEL;

    public String word() {
      return EnumText.of(this);
    }

    public static Step of(String word) {
      return EnumText.parse(Step.class, word)
          .orElseThrow(() -> new IllegalArgumentException("there is no such step"));
    }
  }

  public Slot {
    requireNonNull(step, "step is null");
    if (round < 1 || attempt < 1) {
      throw new IllegalArgumentException("rounds and attempts count from 1");
    }
  }

  /** Returns the slot of a message; IllegalArgumentException says what is wrong with it. */
  public static Slot of(FederationProto.Slot slot) {
    return new Slot(slot.getRound(), slot.getAttempt(), Step.of(slot.getStep()));
  }

  public FederationProto.Slot proto() {
    return FederationProto.Slot.newBuilder()
        .setRound(round)
        .setAttempt(attempt)
        .setStep(step.word())
        .build();
  }

  public Slot at(Step other) {
    return new Slot(round, attempt, other);
  }

  @Override
  public String toString() {
    return attempt == 1
        ? "round %d (%s)".formatted(round, step.word())
        : "round %d, attempt %d (%s)".formatted(round, attempt, step.word());
  }
}
