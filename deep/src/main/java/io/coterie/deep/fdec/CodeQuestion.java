package io.coterie.deep.fdec;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.List;

/**
 * Asks each site where the codes of its records are: for sums around centers, or for centers of its
 * own where there are none yet.
 *
 * @param weights of the network that makes codes
 * @param centers one row each; none at first
 */
public record CodeQuestion(Vector weights, Matrix centers) implements Payload {
  public CodeQuestion {
    requireNonNull(weights, "weights is null");
    requireNonNull(centers, "centers is null");
  }

  public static CodeQuestion of(Fields fields) {
    return new CodeQuestion(fields.vector("weights"), fields.numbers("centers"));
  }

  @Override
  public String kind() {
    return "code-question";
  }

  @Override
  public List<Field> fields() {
    return List.of(Field.numbers("weights", weights), new Field.Numbers("centers", centers));
  }
}
