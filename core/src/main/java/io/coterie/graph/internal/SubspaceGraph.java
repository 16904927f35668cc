package io.coterie.graph.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.linear.Lasso;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Graphs that join records of one linear subspace. Records are rows of length one (or zero, which
 * join nothing): such a graph is about directions.
 *
 * <p>{@link #selfExpressive}: E. Elhamifar, R. Vidal. <i>Sparse Subspace Clustering</i>. IEEE TPAMI
 * 35, 2013. {@link #thresholded}: R. Heckel, H. Bölcskei. <i>Robust Subspace Clustering via
 * Thresholding</i>. IEEE Transactions on Information Theory 61, 2015.
 *
 * <p>Stateless and thread-safe; the result does not depend on the number of threads.
 */
public final class SubspaceGraph {
  /** λ is the largest correlation over this. */
  private static final double GAMMA = 500;

  private static final int KEPT = 50;

  /**
   * The records that may express a record: those most correlated with it. In the paper all may,
   * which takes time that grows with the cube of the records. It is not the same answer: of the
   * coefficients of 30 images of USPS among 1,860, 0.39 of the mass is where all candidates would
   * have put it, and 0.82 of it within the image's own class instead of 0.53.
   */
  private static final int CANDIDATES = 100;

  private static final int BLOCK = 64;

  private SubspaceGraph() {}

  /**
   * A graph of self-expression.
   *
   * @param graph ½(|C| + |C|ᵀ) with rows of C of length one
   * @param unsettled how many rows of C did not converge
   */
  public record SelfExpression(SparseGraph graph, int unsettled) {}

  /**
   * Expresses each record x_i by few others: C_i = argmin ½‖x_i − Xᵀc‖² + λ_i‖c‖₁ with λ_i =
   * max_j≠i |x_jᵀx_i| / 500, of which the 50 largest entries are kept.
   */
  public static SelfExpression selfExpressive(Matrix unitRows, Parallel parallel) {
    int n = unitRows.rows();
    if (n < 2) {
      return new SelfExpression(SparseGraph.builder(n).build(), 0);
    }
    int kept = Math.min(KEPT, n - 1);
    int[] columns = new int[n * kept];
    double[] weights = new double[n * kept];
    boolean[] settled = new boolean[n];
    parallel.forBlocks(
        n,
        BLOCK,
        (block, from, to) -> {
          Matrix correlations = correlations(unitRows, from, to);
          double[] sizes = new double[n];
          for (int i = from; i < to; i++) {
            int[] candidates = largest(correlations, from, i, sizes, CANDIDATES);
            Expression found = express(unitRows, correlations.row(i - from), candidates);
            System.arraycopy(found.columns, 0, columns, i * kept, found.columns.length);
            System.arraycopy(found.weights, 0, weights, i * kept, found.weights.length);
            settled[i] = found.converged;
          }
        });
    int unsettled = (int) IntStream.range(0, n).filter(i -> !settled[i]).count();
    int[] offsets = new int[n + 1];
    Arrays.setAll(offsets, i -> i * kept);
    return new SelfExpression(SparseGraph.symmetrized(offsets, columns, weights), unsettled);
  }

  /** Without their signs: x and −x lie on one line. */
  @SuppressWarnings("ArrayRecordComponent") // copied out of at once
  private record Expression(int[] columns, double[] weights, boolean converged) {}

  private static Expression express(Matrix unitRows, double[] correlations, int[] candidates) {
    double[] products = new double[candidates.length];
    double largest = 0;
    for (int c = 0; c < candidates.length; c++) {
      products[c] = correlations[candidates[c]];
      largest = Math.max(largest, Math.abs(products[c]));
    }
    if (!(largest > 0)) {
      return new Expression(new int[0], new double[0], true);
    }
    Matrix rows = unitRows.selectRows(candidates);
    Lasso.Result found =
        Lasso.fit(Blas.multiplyByTransposed(rows, rows), products, largest / GAMMA);
    double[] sizes = new double[candidates.length];
    for (int c = 0; c < sizes.length; c++) {
      sizes[c] = Math.abs(found.coefficients()[c]);
    }
    int[] best = TopValues.of(sizes, KEPT);
    double squares = 0;
    for (int c : best) {
      squares += sizes[c] * sizes[c];
    }
    int[] columns = new int[best.length];
    double[] weights = new double[best.length];
    for (int h = 0; h < best.length; h++) {
      columns[h] = candidates[best[h]];
      weights[h] = squares > 0 ? sizes[best[h]] / Math.sqrt(squares) : 0;
    }
    return new Expression(columns, weights, found.converged());
  }

  /**
   * Also fills in the sizes |correlation| of all records; the record's own is −1, so that it is
   * never chosen.
   */
  private static int[] largest(
      Matrix correlations, int from, int record, double[] sizes, int count) {
    for (int j = 0; j < sizes.length; j++) {
      sizes[j] = Math.abs(correlations.at(record - from, j));
    }
    sizes[record] = -1;
    return TopValues.of(sizes, Math.min(count, sizes.length - 1));
  }

  private static Matrix correlations(Matrix unitRows, int from, int to) {
    int d = unitRows.columns();
    Matrix rows = Matrix.over(to - from, d, Arrays.copyOfRange(unitRows.array(), from * d, to * d));
    return Blas.multiplyByTransposed(rows, unitRows);
  }

  /**
   * Joins each record to the q others at the smallest angle θ, a line having two directions, with
   * weight exp(−2θ): Z + Zᵀ for the weights Z that each record gives.
   */
  public static SparseGraph thresholded(Matrix unitRows, int links, Parallel parallel) {
    int n = unitRows.rows();
    SparseGraphBuilder builder = SparseGraph.builder(n);
    if (n < 2) {
      return builder.build();
    }
    int q = Math.min(links, n - 1);
    int[] columns = new int[n * q];
    double[] weights = new double[n * q];
    parallel.forBlocks(
        n,
        BLOCK,
        (block, from, to) -> {
          Matrix correlations = correlations(unitRows, from, to);
          double[] sizes = new double[n];
          for (int i = from; i < to; i++) {
            int[] nearest = largest(correlations, from, i, sizes, q);
            for (int h = 0; h < q; h++) {
              columns[i * q + h] = nearest[h];
              weights[i * q + h] = Math.exp(-2 * Math.acos(Math.min(1, sizes[nearest[h]])));
            }
          }
        });
    for (int i = 0; i < n; i++) {
      for (int e = i * q; e < (i + 1) * q; e++) {
        builder.add(i, columns[e], weights[e]);
      }
    }
    return builder.build();
  }
}
