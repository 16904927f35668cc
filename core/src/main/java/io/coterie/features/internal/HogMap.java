package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import io.coterie.plan.InputKind;
import java.util.List;

/**
 * Oriented gradients of grey images.
 *
 * @param height of an image in pixels
 * @param width of an image in pixels
 */
@Payload.Name("hog")
public record HogMap(int height, int width) implements RecordMap {
  public HogMap {
    Hog.requireSides(height, width);
  }

  public HogMap(InputKind.Image image) {
    this(image.height(), image.width());
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    return Hog.forImages(height, width).apply(records, parallel);
  }

  @Override
  public int outputDimension(int inputDimension) {
    return Hog.size(height, width);
  }

  @Override
  public List<Field> fields() {
    return List.of(new Field.Integers("shape", IntVector.of(height, width)));
  }

  /** Both sides are one field, which is what models have been written with. */
  static HogMap of(Fields fields) {
    IntVector shape = fields.integers("shape", 2);
    return new HogMap(shape.at(0), shape.at(1));
  }
}
