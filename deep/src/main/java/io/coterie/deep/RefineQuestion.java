package io.coterie.deep;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks each site to train with the loss L_vae + λ KL(P‖Q) against the global prototypes.
 *
 * @param training as before there were prototypes
 * @param prototypes one per row, in the embedded space
 * @param weight λ
 */
@Payload.Name("refine")
public record RefineQuestion(TrainQuestion training, Matrix prototypes, double weight)
    implements Payload {
  public RefineQuestion {
    if (prototypes.rows() < 1 || !(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(
          "There are no prototypes, or their weight is not positive.");
    }
  }

  public static RefineQuestion of(Fields fields) {
    return new RefineQuestion(
        TrainQuestion.of(fields.under("training.")),
        fields.numbers("prototypes"),
        fields.number("weight"));
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    training.fields().forEach(field -> fields.add(field.renamed("training." + field.name())));
    fields.add(new Field.Numbers("prototypes", prototypes));
    fields.add(Field.numbers("weight", Vector.of(weight)));
    return fields;
  }
}
