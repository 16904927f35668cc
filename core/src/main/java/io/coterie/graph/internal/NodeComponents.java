package io.coterie.graph.internal;

import io.coterie.math.IntVector;

/**
 * The connected component of each node, numbered by its first node.
 *
 * @param of the component of each node
 * @param count how many there are
 */
public record NodeComponents(IntVector of, int count) {}
