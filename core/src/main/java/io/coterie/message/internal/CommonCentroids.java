package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.List;

/**
 * The centers all sites are to label their records by, in the coordinates of their eigenvectors.
 *
 * @param centroids one row per cluster
 */
public record CommonCentroids(Matrix centroids) implements Payload {
  public CommonCentroids {
    requireNonNull(centroids, "centroids is null");
  }

  @Override
  public String kind() {
    return "common-centroids";
  }

  @Override
  public List<Field> fields() {
    return List.of(new Field.Numbers("centroids", centroids));
  }
}
