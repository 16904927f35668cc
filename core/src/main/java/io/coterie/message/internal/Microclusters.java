package io.coterie.message.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Payload;

/**
 * A site's microclusters: how many records each stands for and their mean.
 *
 * @param counts one per microcluster
 * @param means one row per microcluster
 */
public record Microclusters(Vector counts, Matrix means) implements Payload {
  public Microclusters {
    if (counts.size() != means.rows()) {
      throw new IllegalArgumentException(
          "%d counts but %d means.".formatted(counts.size(), means.rows()));
    }
  }
}
