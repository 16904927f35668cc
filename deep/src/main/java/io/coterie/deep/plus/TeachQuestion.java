package io.coterie.deep.plus;

import static java.util.Objects.requireNonNull;

import io.coterie.deep.TrainQuestion;
import io.coterie.message.Payload;

/**
 * Asks each site to teach the common network the clusters of its own records.
 *
 * @param training as for an encoder, with the shares of the clusters
 */
@Payload.Name("teach")
record TeachQuestion(TrainQuestion training) implements Payload {
  public TeachQuestion {
    requireNonNull(training, "training is null");
  }
}
