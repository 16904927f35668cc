package io.coterie.deep;

import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.RecordMap;
import io.coterie.features.internal.HogMap;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.plan.InputKind;
import java.util.List;

/**
 * A trained network as a step of a representation. Beside an image's embedding may stand its
 * oriented gradients: the two see different things, and together they tell groups apart better than
 * either.
 *
 * @param hasGradients whether an image's oriented gradients stand beside its embedding
 */
@Payload.Name("encoder")
public record EncoderMap(EncoderPlan plan, Vector weights, boolean hasGradients)
    implements RecordMap {
  public EncoderMap {
    if (hasGradients && !plan.input().isImage()) {
      throw new IllegalArgumentException("Only images have gradients.");
    }
  }

  public static EncoderMap of(Fields fields) {
    IntVector sizes = fields.integers("sizes", 3);
    EncoderPlan plan =
        new EncoderPlan(
            fields.text("network"),
            InputKind.parse(fields.text("input")),
            sizes.at(0),
            sizes.at(1),
            sizes.at(2));
    return new EncoderMap(plan, fields.vector("weights"), fields.integer("gradients") == 1);
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    Matrix embedded;
    try (Encoder encoder = Weights.encoder(plan, weights)) {
      embedded = encoder.embed(records);
    }
    return hasGradients ? beside(embedded, gradients().apply(records, parallel)) : embedded;
  }

  private HogMap gradients() {
    return new HogMap(plan.input().asImage());
  }

  private static Matrix beside(Matrix left, Matrix right) {
    Matrix both = Matrix.zeros(left.rows(), left.columns() + right.columns());
    for (int i = 0; i < left.rows(); i++) {
      for (int j = 0; j < left.columns(); j++) {
        both.set(i, j, left.at(i, j));
      }
      for (int j = 0; j < right.columns(); j++) {
        both.set(i, left.columns() + j, right.at(i, j));
      }
    }
    return both;
  }

  @Override
  public int outputDimension(int inputDimension) {
    return hasGradients
        ? plan.dimension() + gradients().outputDimension(inputDimension)
        : plan.dimension();
  }

  @Override
  public List<Field> fields() {
    return List.of(
        new Field.Text("network", plan.kind()),
        new Field.Text("input", plan.input().toString()),
        new Field.Integers("sizes", IntVector.of(plan.inputs(), plan.dimension(), plan.width())),
        new Field.Integers("gradients", IntVector.of(hasGradients ? 1 : 0)),
        Field.numbers("weights", weights));
  }
}
