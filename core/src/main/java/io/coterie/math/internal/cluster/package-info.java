/**
 * Clustering of points that are at one place: k-means, fuzzy c-means, Gaussian mixtures, and the
 * sums by which they can be fitted across sites. Not part of the public API.
 */
package io.coterie.math.internal.cluster;
