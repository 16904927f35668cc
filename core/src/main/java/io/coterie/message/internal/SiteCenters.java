package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.List;

/**
 * The centers of a site's own clusters, and not how many records each stands for.
 *
 * @param means one row per center
 */
public record SiteCenters(Matrix means) implements Payload {
  public SiteCenters {
    requireNonNull(means, "means is null");
    if (means.rows() == 0) {
      throw new IllegalArgumentException("A site must have at least one center.");
    }
  }

  @Override
  public String kind() {
    return "site-centers";
  }

  @Override
  public List<Field> fields() {
    return List.of(new Field.Numbers("means", means));
  }
}
