package io.coterie.deep.gan;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Matrix;
import io.coterie.message.Payload;

/**
 * Records that a site's generator made up. It was trained on the site's records without noise, so
 * some of these may be nearly real ones.
 *
 * @param samples one per row
 */
record SyntheticRecords(Matrix samples) implements Payload {
  SyntheticRecords {
    requireNonNull(samples, "samples is null");
  }
}
