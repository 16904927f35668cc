package io.coterie.graph;

/** Takes one neighbor of a node at a time, without boxing. */
@FunctionalInterface
public interface NeighborVisitor {
  void visit(int neighbor, double weight);
}
