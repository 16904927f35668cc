package io.coterie.deep;

import static java.util.Objects.requireNonNull;

import io.coterie.method.PayloadKinds;
import io.coterie.protocol.Field;
import io.coterie.protocol.Fields;
import io.coterie.protocol.Payload;
import java.util.List;

/**
 * Asks for the sums of the records by cluster, and says the clusters.
 *
 * @param answer of the graph
 */
record ClusterQuestion(Payload answer) implements Payload {
  ClusterQuestion {
    requireNonNull(answer, "answer is null");
  }

  static ClusterQuestion of(Fields fields) {
    return new ClusterQuestion(fields.nested("answer", PayloadKinds::nested));
  }

  @Override
  public String kind() {
    return "cluster-question";
  }

  @Override
  public List<Field> fields() {
    return Field.nested("answer", answer);
  }
}
