package io.coterie.method.fuzzy;

import io.coterie.math.internal.cluster.FuzzyCMeans;
import io.coterie.message.Payload;

/**
 * The centers and the fuzzifier for which sites are to send their sums.
 *
 * @param step the centers and the fuzzifier
 */
record FuzzyCenters(FuzzyCMeans step) implements Payload {}
