package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.List;

/**
 * How many records a site has and the smallest box around them. It names extreme records' values,
 * without noise.
 *
 * @param records their number
 * @param range the smallest and largest value of each feature
 */
public record RecordBox(double records, FeatureRange range) implements Payload {
  public RecordBox {
    requireNonNull(range, "range is null");
  }

  /** Returns the box around both. */
  public RecordBox union(RecordBox other) {
    return new RecordBox(records + other.records, range.union(other.range));
  }

  @Override
  public String kind() {
    return "record-box";
  }

  @Override
  public List<Field> fields() {
    return List.of(
        Field.numbers("records", Vector.of(records)),
        Field.numbers("smallest", range.smallest()),
        Field.numbers("largest", range.largest()));
  }
}
