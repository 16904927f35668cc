package io.coterie.fusion.internal;

import io.coterie.graph.internal.Components;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.eigen.SpectrumBounds;
import io.coterie.math.internal.eigen.SymmetricOperator;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The learned S in the form of {@link FusedGraph}: a weight for each local edge (row by row, in the
 * order of the graph's neighbors) and T, one weight from each node to every record of a prototype.
 * As an operator it is M^-½ (D − (S + Sᵀ)/2) M^-½ with M the nodes' masses.
 */
public final class LearnedGraph implements SymmetricOperator {
  private static final int BLOCK = 4096;

  /** Weights below this are rounding of the projection, not edges. */
  private static final double NO_EDGE = 1e-12;

  private final FusedGraph fused;
  private final int[] offsets;
  private final int[] columns;
  private final double[] localWeights;
  private final Matrix cross;
  private final double[] degrees;
  private final double[] prototypeMass;
  private final Parallel parallel;

  LearnedGraph(FusedGraph fused, double[] localWeights, Matrix cross, Parallel parallel) {
    this.fused = fused;
    this.offsets = fused.local().offsets();
    this.columns = fused.local().columns();
    this.localWeights = localWeights;
    this.cross = cross;
    this.parallel = parallel;
    this.prototypeMass = fused.prototypeMass();
    this.degrees = degrees();
  }

  /**
   * Returns E* itself in this form, each row divided by its sum, as the rows of S must add to 1.
   */
  public static LearnedGraph of(FusedGraph fused, Parallel parallel) {
    int n = fused.nodeCount();
    int prototypes = fused.prototypeCount();
    int[] offsets = fused.local().offsets();
    double[] local = fused.local().weights();
    double[] prototypeMass = fused.prototypeMass();
    Matrix cross = Matrix.zeros(n, prototypes);
    for (int i = 0; i < n; i++) {
      int own = fused.memberships().at(i);
      double sum = 0;
      for (int q = 0; q < prototypes; q++) {
        cross.set(i, q, fused.affinity().at(own, q));
        sum += prototypeMass[q] * cross.at(i, q);
      }
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        sum += fused.localCopies() * local[e];
      }
      double scale = sum > 0 ? 1 / sum : 1;
      for (int q = 0; q < prototypes; q++) {
        cross.set(i, q, cross.at(i, q) * scale);
      }
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        local[e] *= scale;
      }
    }
    return new LearnedGraph(fused, local, cross, parallel);
  }

  /** Of the symmetrized graph, node by node; for small graphs. */
  public Matrix dense() {
    int n = fused.nodeCount();
    Matrix all = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double half = 0.5 * cross.at(i, fused.memberships().at(j));
        increase(all, i, j, half);
        increase(all, j, i, half);
      }
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        increase(all, i, columns[e], 0.5 * localWeights[e]);
        increase(all, columns[e], i, 0.5 * localWeights[e]);
      }
    }
    return all;
  }

  /**
   * Returns the sums of the symmetrized graph's weights between blocks of nodes; entries towards a
   * prototype's records count once for each of them.
   */
  Matrix blockSums(int[] blocks, int count) {
    int prototypes = fused.prototypeCount();
    Matrix directed = Matrix.zeros(count, count);
    Matrix towards = Matrix.zeros(count, prototypes); // Σ of t_iq over the nodes of a block
    Matrix members = Matrix.zeros(prototypes, count); // nodes of a prototype in a block
    for (int i = 0; i < fused.nodeCount(); i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        increase(directed, blocks[i], blocks[columns[e]], localWeights[e]);
      }
      for (int q = 0; q < prototypes; q++) {
        increase(towards, blocks[i], q, cross.at(i, q));
      }
      increase(members, fused.memberships().at(i), blocks[i], 1);
    }
    Matrix links = Blas.multiply(towards, members);
    Matrix sums = Matrix.zeros(count, count);
    for (int a = 0; a < count; a++) {
      for (int b = 0; b < count; b++) {
        double oneWay = directed.at(a, b) + links.at(a, b);
        increase(sums, a, b, 0.5 * oneWay);
        increase(sums, b, a, 0.5 * oneWay);
      }
    }
    return sums;
  }

  private static void increase(Matrix matrix, int i, int j, double weight) {
    matrix.set(i, j, matrix.at(i, j) + weight);
  }

  FusedGraph fused() {
    return fused;
  }

  double[] localWeights() {
    return localWeights.clone();
  }

  /** T; shared, not copied. */
  Matrix cross() {
    return cross;
  }

  /**
   * Row sums of (S + Sᵀ)/2: half of what a node gives, to the records of prototypes by their mass,
   * and half of what it receives.
   */
  private double[] degrees() {
    int n = fused.nodeCount();
    int prototypes = fused.prototypeCount();
    double[] received = new double[prototypes]; // Σ_j m_j t_jq
    double[] result = new double[n];
    for (int i = 0; i < n; i++) {
      double mass = fused.mass().at(i);
      double out = 0;
      for (int q = 0; q < prototypes; q++) {
        double weight = cross.at(i, q);
        received[q] += mass * weight;
        out += weight * prototypeMass[q];
      }
      result[i] += 0.5 * mass * out;
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        result[i] += 0.5 * localWeights[e];
        result[columns[e]] += 0.5 * localWeights[e];
      }
    }
    for (int i = 0; i < n; i++) {
      result[i] += 0.5 * fused.mass().at(i) * received[fused.memberships().at(i)];
    }
    return result;
  }

  /** Gershgorin's circles, per record: from zero to twice the largest degree over mass. */
  @Override
  public SpectrumBounds bounds() {
    double largest = 0;
    for (int i = 0; i < degrees.length; i++) {
      largest = Math.max(largest, degrees[i] / fused.mass().at(i));
    }
    return new SpectrumBounds(0, 2 * largest);
  }

  /**
   * Prototypes serve as further nodes, so that an edge towards a prototype joins all of its records
   * without a list of them.
   */
  Components components() {
    int n = fused.nodeCount();
    Components.Builder sets = new Components.Builder(n + fused.prototypeCount());
    boolean[] linked = new boolean[fused.prototypeCount()];
    for (int i = 0; i < n; i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        if (localWeights[e] > NO_EDGE) {
          sets.join(i, columns[e]);
        }
      }
      for (int q = 0; q < linked.length; q++) {
        if (cross.at(i, q) > NO_EDGE) {
          sets.join(i, n + q);
          linked[q] = true;
        }
      }
    }
    // An edge to a prototype is an edge to every one of its records.
    for (int i = 0; i < n; i++) {
      int q = fused.memberships().at(i);
      if (linked[q]) {
        sets.join(i, n + q);
      }
    }
    return sets.ofFirst(n);
  }

  @Override
  public int size() {
    return fused.nodeCount();
  }

  @Override
  public void apply(Matrix block, Matrix product) {
    int n = size();
    int width = block.columns();
    int prototypes = fused.prototypeCount();
    // S is sparse plus low rank, so its product is three thin ones: the local edges, T Hᵀ and its
    // transpose.
    Matrix scaled = Matrix.zeros(n, width); // M^-½ X
    forRows(
        i -> {
          double root = 1 / Math.sqrt(fused.mass().at(i));
          for (int c = 0; c < width; c++) {
            scaled.set(i, c, block.at(i, c) * root);
          }
        });
    Matrix byMembership = Matrix.zeros(prototypes, width); // Hᵀ M M^-½ X
    Matrix weighted = Matrix.zeros(n, width); // M M^-½ X
    for (int i = 0; i < n; i++) {
      double mass = fused.mass().at(i);
      for (int c = 0; c < width; c++) {
        double value = mass * scaled.at(i, c);
        weighted.set(i, c, value);
        int at = fused.memberships().at(i) * width + c;
        byMembership.array()[at] += value;
      }
    }
    Matrix sent = rowProduct(byMembership);
    Matrix received = Blas.multiplyTransposed(cross, weighted); // Tᵀ M M^-½ X
    double[] local = localProduct(scaled);
    forRows(
        i -> {
          double mass = fused.mass().at(i);
          double root = 1 / Math.sqrt(mass);
          int q = fused.memberships().at(i);
          for (int c = 0; c < width; c++) {
            double joined = local[i * width + c] + 0.5 * mass * (sent.at(i, c) + received.at(q, c));
            product.set(i, c, root * (degrees[i] * scaled.at(i, c) - joined));
          }
        });
  }

  /** T Y. BLAS runs on one thread, so blocks of rows are what runs in parallel. */
  private Matrix rowProduct(Matrix byMembership) {
    int width = byMembership.columns();
    Matrix result = Matrix.zeros(size(), width);
    parallel.forBlocks(
        size(),
        BLOCK,
        (block, from, to) -> {
          Matrix rows = cross.selectRows(IntStream.range(from, to).toArray());
          double[] part = Blas.multiply(rows, byMembership).array();
          System.arraycopy(part, 0, result.array(), from * width, part.length);
        });
    return result;
  }

  /** ½ (S + Sᵀ) X over the local edges; self-loops cancel in the Laplacian. */
  private double[] localProduct(Matrix x) {
    int width = x.columns();
    double[] result = new double[size() * width];
    double[] values = x.array();
    for (int i = 0; i < size(); i++) {
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        int j = columns[e];
        double half = 0.5 * localWeights[e];
        if (half == 0) {
          continue;
        }
        for (int c = 0; c < width; c++) {
          result[i * width + c] += half * values[j * width + c];
          result[j * width + c] += half * values[i * width + c];
        }
      }
    }
    return result;
  }

  private void forRows(IntConsumer task) {
    parallel.forBlocks(
        size(),
        BLOCK,
        (block, from, to) -> {
          for (int i = from; i < to; i++) {
            task.accept(i);
          }
        });
  }
}
