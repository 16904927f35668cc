package io.coterie.deep.plus;

import static java.util.Objects.requireNonNull;

import io.coterie.deep.TrainQuestion;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.List;

/**
 * Asks each site to teach the common network the clusters of its own records.
 *
 * @param training as for an encoder, with the shares of the clusters
 */
record TeachQuestion(TrainQuestion training) implements Payload {
  public TeachQuestion {
    requireNonNull(training, "training is null");
  }

  public static TeachQuestion of(Fields fields) {
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
