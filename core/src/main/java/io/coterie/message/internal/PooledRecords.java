package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.List;

/**
 * A site's records themselves, for a reference that shows what could be reached without borders.
 * Refused from the sites of a method that says records stay where they are.
 *
 * @param records one row each
 */
public record PooledRecords(Matrix records) implements Payload {
  public PooledRecords {
    requireNonNull(records, "records is null");
  }

  @Override
  public String kind() {
    return "pooled-records";
  }

  @Override
  public List<Field> fields() {
    return List.of(new Field.Numbers("records", records));
  }
}
