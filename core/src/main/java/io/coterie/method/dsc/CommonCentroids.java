package io.coterie.method.dsc;

import io.coterie.math.Matrix;
import io.coterie.message.Payload;

/**
 * The centers all sites are to label their records by, in the coordinates of their eigenvectors.
 *
 * @param centroids one row per cluster
 */
record CommonCentroids(Matrix centroids) implements Payload {}
