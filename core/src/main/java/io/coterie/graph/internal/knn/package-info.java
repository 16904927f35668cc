/**
 * Exact nearest neighbors: products of tiles in floats, a bound on their rounding, and an exact
 * rescan of the queries that the bound leaves open. Not part of the public API.
 */
package io.coterie.graph.internal.knn;
