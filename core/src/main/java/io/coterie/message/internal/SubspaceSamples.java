package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.List;

/**
 * One random point of unit length in the subspace of each of a site's groups of records.
 *
 * @param samples one row per group
 * @param converged whether the site's self-expression converged for every record
 */
public record SubspaceSamples(Matrix samples, boolean converged) implements Payload {
  public SubspaceSamples {
    requireNonNull(samples, "samples is null");
  }

  @Override
  public String kind() {
    return "subspace-samples";
  }

  @Override
  public List<Field> fields() {
    return List.of(
        new Field.Numbers("samples", samples),
        new Field.Integers("search", IntVector.of(converged ? 1 : 0)));
  }
}
