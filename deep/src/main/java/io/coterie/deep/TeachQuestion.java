package io.coterie.deep;

import static java.util.Objects.requireNonNull;

import io.coterie.protocol.Field;
import io.coterie.protocol.Fields;
import io.coterie.protocol.Payload;
import java.util.List;

/**
 * Asks each site to teach the common network the clusters of its own records.
 *
 * @param training as for an encoder, with the shares of the clusters
 */
record TeachQuestion(TrainQuestion training) implements Payload {
  TeachQuestion {
    requireNonNull(training, "training is null");
  }

  static TeachQuestion of(Fields fields) {
    return new TeachQuestion(TrainQuestion.of(fields));
  }

  @Override
  public String kind() {
    return "teach";
  }

  @Override
  public List<Field> fields() {
    return training.fields();
  }
}
