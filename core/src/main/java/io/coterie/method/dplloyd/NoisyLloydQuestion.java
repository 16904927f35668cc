package io.coterie.method.dplloyd;

import io.coterie.features.internal.Standardize;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.List;

/**
 * Asks for the noisy sums of one round.
 *
 * @param box maps records onto [−1, 1]^d; the same in every round
 * @param rounds T, among which a site divides its budget; the same in every round
 * @param round 0 for the first
 * @param centers in the box
 */
@Payload.Name("noisy-lloyd")
record NoisyLloydQuestion(Standardize box, int rounds, int round, Matrix centers)
    implements Payload {
  public NoisyLloydQuestion {
    if (centers.columns() != box.center().size()) {
      throw new IllegalArgumentException(
          "Centers of %d values in a box of %d.".formatted(centers.columns(), box.center().size()));
    }
    if (rounds < 1 || round < 0 || round >= rounds) {
      throw new IllegalArgumentException(
          "Round %d of %d; the first is 0.".formatted(round, rounds));
    }
  }

  static NoisyLloydQuestion of(Fields fields) {
    return new NoisyLloydQuestion(
        new Standardize(fields.vector("box-center"), fields.vector("box-scale")),
        fields.integer("rounds"),
        fields.integer("round"),
        fields.numbers("centers"));
  }

  @Override
  public List<Field> fields() {
    return List.of(
        Field.numbers("box-center", box.center()),
        Field.numbers("box-scale", box.scale()),
        new Field.Integers("rounds", IntVector.of(rounds)),
        new Field.Integers("round", IntVector.of(round)),
        new Field.Numbers("centers", centers));
  }
}
