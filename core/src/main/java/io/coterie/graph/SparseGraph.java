package io.coterie.graph;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * An undirected graph with positive edge weights, stored by row (CSR). The neighbors of node {@code
 * i} are {@code columns[offsets[i] .. offsets[i + 1])}, in increasing order. Every edge is stored
 * in both directions with the same bits. A self-loop is stored once and counts once in the degree,
 * so the degree is the row sum of W. An edge of weight zero is no edge.
 *
 * <p>Immutable, hence safe to share between threads.
 */
public final class SparseGraph implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int ROWS_PER_TASK = 256;

  /** Takes one neighbor of a node at a time, without boxing. */
  @FunctionalInterface
  public interface NeighborVisitor {
    void visit(int neighbor, double weight);
  }

  private final int[] offsets;
  private final int[] columns;
  private final double[] weights;
  private final double[] degrees;
  private final int selfLoops;

  /** Takes over valid arrays: symmetric, columns increasing, weights positive. */
  SparseGraph(Csr rows) {
    offsets = rows.offsets();
    columns = rows.columns();
    weights = rows.weights();
    degrees = new double[offsets.length - 1];
    int loops = 0;
    for (int i = 0; i < degrees.length; i++) {
      double sum = 0;
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        sum += weights[e];
        if (columns[e] == i) {
          loops++;
        }
      }
      if (!Double.isFinite(sum)) {
        throw new IllegalArgumentException(
            "The weights of node %d add up to %s; the sum must be finite. Scale the weights down."
                .formatted(i, sum));
      }
      degrees[i] = sum;
    }
    selfLoops = loops;
  }

  public static SparseGraphBuilder builder(int nodeCount) {
    return new SparseGraphBuilder(nodeCount);
  }

  /**
   * Returns the graph stored in arrays from elsewhere, which are copied and trusted in nothing:
   * sizes, order, symmetry and weights are checked.
   */
  public static SparseGraph ofRows(int[] offsets, int[] columns, double[] weights) {
    Csr rows = new Csr(offsets.clone(), columns.clone(), weights.clone());
    rows.requireRows(offsets.length - 1);
    rows.requireSymmetric();
    return new SparseGraph(rows.compacted());
  }

  /** (E + Eᵀ) / 2 for directed weights E, whose rows may list columns in any order. */
  public static SparseGraph symmetrized(int[] offsets, int[] columns, double[] weights) {
    Csr rows = new Csr(offsets, columns, weights);
    rows.requireShape();
    SparseGraphBuilder builder = new SparseGraphBuilder(offsets.length - 1);
    builder.reserve(columns.length);
    for (int i = 0; i < offsets.length - 1; i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        builder.add(i, columns[e], columns[e] == i ? weights[e] : weights[e] / 2);
      }
    }
    return builder.build();
  }

  /** Side by side and without links: blockdiag(E_k), with the nodes in the order of the graphs. */
  public static SparseGraph blockDiagonal(List<SparseGraph> graphs) {
    long nodes = 0;
    long entries = 0;
    for (SparseGraph graph : graphs) {
      nodes += graph.nodeCount();
      entries += graph.columns.length;
    }
    Csr rows = Csr.zeros(nodes, entries);
    int node = 0;
    int entry = 0;
    for (SparseGraph graph : graphs) {
      for (int i = 0; i < graph.nodeCount(); i++) {
        rows.offsets()[node + i + 1] = entry + graph.offsets[i + 1];
      }
      for (int e = 0; e < graph.columns.length; e++) {
        rows.columns()[entry + e] = node + graph.columns[e];
      }
      System.arraycopy(graph.weights, 0, rows.weights(), entry, graph.weights.length);
      node += graph.nodeCount();
      entry += graph.columns.length;
    }
    return new SparseGraph(rows);
  }

  public int nodeCount() {
    return degrees.length;
  }

  /** A self-loop is one edge. */
  public long edgeCount() {
    return (columns.length + (long) selfLoops) / 2;
  }

  /** The diagonal entry of D in L = D − W. */
  public double degree(int node) {
    return degrees[node];
  }

  public double[] degrees() {
    return degrees.clone();
  }

  /** The node itself is counted if it has a self-loop. */
  public int neighborCount(int node) {
    return offsets[node + 1] - offsets[node];
  }

  public double weight(int node, int other) {
    Objects.checkIndex(other, nodeCount());
    int e = Arrays.binarySearch(columns, offsets[node], offsets[node + 1], other);
    return e < 0 ? 0 : weights[e];
  }

  /** Visits the neighbors of a node in increasing order. */
  public void forEachNeighbor(int node, NeighborVisitor visitor) {
    for (int e = offsets[node]; e < offsets[node + 1]; e++) {
      visitor.visit(columns[e], weights[e]);
    }
  }

  /** Weights that underflow to zero are no edges any more. */
  public SparseGraph scaled(double factor) {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException(
          "The factor is %s; it must be positive and finite.".formatted(factor));
    }
    double[] scaled = new double[weights.length];
    for (int e = 0; e < scaled.length; e++) {
      scaled[e] = weights[e] * factor;
    }
    return new SparseGraph(new Csr(offsets.clone(), columns.clone(), scaled).compacted());
  }

  /**
   * S W S for a diagonal S. The product of both scales is taken first, so that it is symmetric to
   * the last bit.
   */
  public SparseGraph scaledBy(double[] diagonal) {
    double[] scaled = new double[weights.length];
    for (int i = 0; i < nodeCount(); i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        scaled[e] = weights[e] * (diagonal[i] * diagonal[columns[e]]);
      }
    }
    return new SparseGraph(new Csr(offsets.clone(), columns.clone(), scaled).compacted());
  }

  /**
   * Weights too small or large for a float stay as they are, so that no edge appears or vanishes.
   */
  public SparseGraph asFloats() {
    double[] rounded = weights.clone();
    for (int e = 0; e < rounded.length; e++) {
      float weight = (float) rounded[e];
      rounded[e] = weight > 0 && Float.isFinite(weight) ? weight : rounded[e];
    }
    return new SparseGraph(new Csr(offsets, columns, rounded));
  }

  public SparseGraph plus(SparseGraph other) {
    return plusAll(List.of(other));
  }

  /**
   * Returns the sum of this graph and others on the same nodes: the bits of adding one after the
   * other, but the entries of this one, which may be the total so far, are copied once.
   */
  public SparseGraph plusAll(List<SparseGraph> others) {
    long entries = columns.length;
    for (SparseGraph other : others) {
      requireSameNodes(other);
      entries += other.columns.length;
    }
    Csr sum = Csr.zeros(nodeCount(), entries);
    Csr.RowSum row = new Csr.RowSum(nodeCount());
    for (int i = 0; i < nodeCount(); i++) {
      addRow(i, row);
      for (SparseGraph other : others) {
        other.addRow(i, row);
      }
      sum.offsets()[i + 1] = row.moveTo(sum.columns(), sum.weights(), sum.offsets()[i]);
    }
    return new SparseGraph(sum.compacted());
  }

  private void addRow(int row, Csr.RowSum sum) {
    for (int e = offsets[row]; e < offsets[row + 1]; e++) {
      sum.add(columns[e], weights[e]);
    }
  }

  private void requireSameNodes(SparseGraph other) {
    if (other.nodeCount() != nodeCount()) {
      throw new IllegalArgumentException(
          "A graph of %d nodes and one of %d have no sum; both must have the same nodes."
              .formatted(nodeCount(), other.nodeCount()));
    }
  }

  /**
   * Returns Hᵀ W H, the graph between groups of nodes, where H is the indicator of the groups. What
   * links nodes of one group becomes its self-loop, counted from both ends.
   */
  public SparseGraph contract(int[] groups, int groupCount) {
    if (groups.length != nodeCount()) {
      throw new IllegalArgumentException(
          "%d groups for %d nodes; every node needs one group."
              .formatted(groups.length, nodeCount()));
    }
    SparseGraphBuilder builder = new SparseGraphBuilder(groupCount);
    for (int i = 0; i < nodeCount(); i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        int j = columns[e];
        if (j >= i) {
          boolean twice = j > i && groups[i] == groups[j];
          builder.add(groups[i], groups[j], twice ? 2 * weights[e] : weights[e]);
        }
      }
    }
    return builder.build();
  }

  public Matrix multiply(Matrix block, Parallel parallel) {
    Matrix product = Matrix.zeros(nodeCount(), block.columns());
    multiply(block, product, parallel);
    return product;
  }

  /** Puts W X into the given product, whose old values are lost. */
  public void multiply(Matrix block, Matrix product, Parallel parallel) {
    if (block.rows() != nodeCount()
        || product.rows() != nodeCount()
        || product.columns() != block.columns()
        || product.array() == block.array()) {
      throw new IllegalArgumentException(
          "A graph of %d nodes cannot put its product with a %d x %d block into a %d x %d matrix."
              .formatted(
                  nodeCount(), block.rows(), block.columns(), product.rows(), product.columns()));
    }
    Csr rows = new Csr(offsets, columns, weights);
    parallel.forBlocks(
        nodeCount(), ROWS_PER_TASK, (task, from, to) -> rows.multiply(block, product, from, to));
  }

  /** One more than there are nodes; a copy. */
  public int[] offsets() {
    return offsets.clone();
  }

  /** Row after row; a copy. */
  public int[] columns() {
    return columns.clone();
  }

  public double[] weights() {
    return weights.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparseGraph graph
        && Arrays.equals(offsets, graph.offsets)
        && Arrays.equals(columns, graph.columns)
        && Arrays.equals(weights, graph.weights);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(columns) + Arrays.hashCode(weights);
  }

  @Override
  public String toString() {
    return "SparseGraph[%d nodes, %d edges]".formatted(nodeCount(), edgeCount());
  }
}
