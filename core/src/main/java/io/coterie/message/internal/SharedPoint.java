package io.coterie.message.internal;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.List;

/**
 * A point near some site's records, and where that site's eigenvectors put it; both empty from a
 * site that was not asked.
 *
 * @param point the mean of several records, never one of them
 * @param embedding one coordinate per eigenvector
 */
public record SharedPoint(Vector point, Vector embedding) implements Payload {
  /** The fewest records whose mean may be shared. */
  public static final int LEAST = 5;

  public SharedPoint {
    requireNonNull(point, "point is null");
    requireNonNull(embedding, "embedding is null");
  }

  public static SharedPoint none() {
    return new SharedPoint(Vector.of(), Vector.of());
  }

  public boolean isPresent() {
    return point.size() > 0;
  }

  @Override
  public String kind() {
    return "shared-point";
  }

  @Override
  public List<Field> fields() {
    return List.of(Field.numbers("point", point), Field.numbers("embedding", embedding));
  }
}
