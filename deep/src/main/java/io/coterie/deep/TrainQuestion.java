package io.coterie.deep;

import io.coterie.deep.network.Training;
import io.coterie.math.IntVector;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.List;

/**
 * Asks each site to train the common network on its own records and to say what came of it.
 *
 * @param weights of the network; none where every site goes on with its own
 * @param round of training, from 1
 * @param rounds how many there may be
 * @param passes over the site's records
 * @param learningRate of this round
 * @param shares of the anchors among the records of all sites; none where records are drawn alike
 */
@Payload.Name("train")
public record TrainQuestion(
    Vector weights, int round, int rounds, int passes, double learningRate, Vector shares)
    implements Payload {
  public TrainQuestion {
    if (round < 1 || rounds < round || passes < 1 || !(learningRate > 0) || !(learningRate < 1)) {
      throw new IllegalArgumentException("A round, passes or a learning rate is out of range.");
    }
  }

  /** Returns how a site trains in this round. */
  public Training training(int batch, Seed seed) {
    return Training.of(passes, batch, learningRate, seed.child(round));
  }

  public static TrainQuestion of(Fields fields) {
    IntVector counts = fields.integers("counts", 3);
    return new TrainQuestion(
        fields.vector("weights"),
        counts.at(0),
        counts.at(1),
        counts.at(2),
        fields.number("learning-rate"),
        fields.vector("shares"));
  }

  @Override
  public List<Field> fields() {
    return List.of(
        Field.numbers("weights", weights),
        new Field.Integers("counts", IntVector.of(round, rounds, passes)),
        Field.numbers("learning-rate", Vector.of(learningRate)),
        Field.numbers("shares", shares));
  }
}
