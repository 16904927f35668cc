/**
 * What is made of a graph: weights, components, Laplacians, spectral clusters, Ward linkage. Not
 * part of the public API.
 */
package io.coterie.graph.internal;
