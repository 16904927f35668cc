package io.coterie.method.dsc;

import io.coterie.math.Vector;
import io.coterie.message.Payload;

/**
 * A point near some site's records, and where that site's eigenvectors put it; both empty from a
 * site that was not asked.
 *
 * @param point the mean of several records, never one of them
 * @param embedding one coordinate per eigenvector
 */
record SharedPoint(Vector point, Vector embedding) implements Payload {
  static SharedPoint none() {
    return new SharedPoint(Vector.of(), Vector.of());
  }

  boolean isPresent() {
    return point.size() > 0;
  }
}
