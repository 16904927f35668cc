package io.coterie.deep.plus;

import static java.util.Objects.requireNonNull;

import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.method.PayloadKinds;

/**
 * Asks for the sums of the records by cluster, and says the clusters.
 *
 * @param answer of the graph
 */
record ClusterQuestion(Payload answer) implements Payload {
  public ClusterQuestion {
    requireNonNull(answer, "answer is null");
  }

  public static ClusterQuestion of(Fields fields) {
    return new ClusterQuestion(fields.nested("answer", PayloadKinds::nested));
  }
}
