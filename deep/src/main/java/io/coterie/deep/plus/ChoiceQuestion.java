package io.coterie.deep.plus;

import io.coterie.message.Payload;

/**
 * Says which round's clusters are the answer, and asks for their sizes, with the sums of the
 * records themselves where no common network could label a new one.
 *
 * @param round that is chosen; 0 is before the first
 * @param wantsSums whether records are added up by cluster
 */
@Payload.Name("choice")
record ChoiceQuestion(int round, boolean wantsSums) implements Payload {
  public ChoiceQuestion {
    if (round < 0) {
      throw new IllegalArgumentException("A round is negative.");
    }
  }
}
