/**
 * Second step of the data flow: similarity between records as a sparse graph, and what the methods
 * ask of it: its components, its coarsening along edges, its products with blocks of vectors.
 */
package io.coterie.graph;
