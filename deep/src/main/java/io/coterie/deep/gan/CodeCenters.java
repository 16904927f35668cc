package io.coterie.deep.gan;

import static java.util.Objects.requireNonNull;

import io.coterie.features.Representation;
import io.coterie.math.Matrix;
import io.coterie.message.Payload;

/**
 * The coordinator's answer: how a record becomes a code, and the center of each cluster of codes.
 *
 * @param codes from a record to its code
 * @param centers one row per cluster
 */
record CodeCenters(Representation codes, Matrix centers) implements Payload {
  CodeCenters {
    requireNonNull(codes, "codes is null");
    requireNonNull(centers, "centers is null");
  }
}
