package io.coterie.spark;

import io.coterie.math.Matrix;
import java.io.Serializable;

/**
 * A simulated site's records.
 *
 * @param site its name
 * @param records its own
 */
record HostedSite(String site, Matrix records) implements Serializable {}
