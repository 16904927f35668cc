package io.coterie.message.internal;

import io.coterie.math.Matrix;
import io.coterie.message.Payload;

/**
 * The centers of a site's own clusters, and not how many records each stands for.
 *
 * @param means one row per center
 */
public record SiteCenters(Matrix means) implements Payload {
  public SiteCenters {
    if (means.rows() == 0) {
      throw new IllegalArgumentException("A site must have at least one center.");
    }
  }
}
