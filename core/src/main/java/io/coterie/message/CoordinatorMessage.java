package io.coterie.message;

import static java.util.Objects.requireNonNull;

/**
 * What the coordinator tells the sites in one round: a question, or the answer at the end.
 *
 * @param round 1 for the first question
 * @param payload what is asked or answered
 */
public record CoordinatorMessage(int round, Payload payload) {
  public CoordinatorMessage {
    requireNonNull(payload, "payload is null");
    if (round < 1) {
      throw new IllegalArgumentException("round is %d; the first is 1.".formatted(round));
    }
  }
}
