package io.coterie.message.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.Vector;
import io.coterie.message.SumPayload;
import java.util.List;

/**
 * How strongly a site's records join the anchors: B = ZᵀZ, with Z the records' weights to their
 * nearest anchors, and the mass Zᵀ1 of each anchor.
 *
 * @param gram ZᵀZ as a graph between anchors, with self-loops
 * @param mass Zᵀ1
 */
public record AnchorGraph(SparseGraph gram, Vector mass) implements SumPayload<AnchorGraph> {
  public AnchorGraph {
    if (gram.nodeCount() != mass.size()) {
      throw new IllegalArgumentException(
          "A graph of %d anchors but %d masses.".formatted(gram.nodeCount(), mass.size()));
    }
  }

  public static AnchorGraph zero(int count) {
    return new AnchorGraph(SparseGraph.builder(count).build(), Vector.of(new double[count]));
  }

  /** Returns the same with weights that are floats, which half the bytes hold. */
  public AnchorGraph asFloats() {
    return new AnchorGraph(gram.asFloats(), mass);
  }

  @Override
  public AnchorGraph plus(AnchorGraph other) {
    return new AnchorGraph(gram.plus(other.gram), mass.plus(other.mass));
  }

  @Override
  public AnchorGraph plusAll(List<AnchorGraph> others) {
    Vector total = mass;
    for (AnchorGraph other : others) {
      total = total.plus(other.mass);
    }
    return new AnchorGraph(gram.plusAll(others.stream().map(AnchorGraph::gram).toList()), total);
  }
}
