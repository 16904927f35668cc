package io.coterie.deep.plus;

import static java.util.Objects.requireNonNull;

import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.method.PayloadKinds;

/**
 * Asks for sums by cluster of the embedded records, beside which each has a 1 in the column of its
 * cluster one round before: together they give the prototypes and how many records moved.
 *
 * @param answer says the clusters of this round
 */
@Payload.Name("centers")
record CentersQuestion(Payload answer) implements Payload {
  public CentersQuestion {
    requireNonNull(answer, "answer is null");
  }

  public static CentersQuestion of(Fields fields) {
    return new CentersQuestion(fields.nested("answer", PayloadKinds::nested));
  }
}
