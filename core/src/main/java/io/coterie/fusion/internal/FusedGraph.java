package io.coterie.fusion.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;

/**
 * The paper's E* (Eq. 10) as sparse plus low rank. The diagonal blocks are the sites' own graphs;
 * every cross-site block is constant on pairs of prototypes, so E* = blockdiag(E_k) + H K Hᵀ with H
 * the membership of nodes in prototypes, and nothing of size N × N is formed.
 *
 * <p>A node is a record, or (at the resolution of components) a whole prototype: then its mass is
 * the prototype's record count and its own graph is one self-loop, standing for the records' {@code
 * localCopies} neighbors of equal weight.
 *
 * @param local blockdiag(E_k)
 * @param memberships the prototype of each node
 * @param mass records per node
 * @param affinity K between prototypes, zero within a site
 * @param localCopies how many equal entries of a row one local edge stands for
 */
public record FusedGraph(
    SparseGraph local, IntVector memberships, Vector mass, Matrix affinity, int localCopies) {
  public FusedGraph {
    if (local.nodeCount() != memberships.size() || memberships.size() != mass.size()) {
      throw new IllegalArgumentException(
          "%d nodes, %d memberships and %d masses do not fit together."
              .formatted(local.nodeCount(), memberships.size(), mass.size()));
    }
    if (affinity.rows() != affinity.columns()) {
      throw new IllegalArgumentException("The affinity is not square.");
    }
    for (int i = 0; i < memberships.size(); i++) {
      if (memberships.at(i) < 0 || memberships.at(i) >= affinity.rows()) {
        throw new IllegalArgumentException(
            "Node %d belongs to prototype %d of %d."
                .formatted(i, memberships.at(i), affinity.rows()));
      }
    }
  }

  public int nodeCount() {
    return local.nodeCount();
  }

  public int prototypeCount() {
    return affinity.rows();
  }

  double[] prototypeMass() {
    double[] sums = new double[prototypeCount()];
    for (int i = 0; i < nodeCount(); i++) {
      sums[memberships.at(i)] += mass.at(i);
    }
    return sums;
  }
}
