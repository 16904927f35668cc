package io.coterie.site.internal;

import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.Components;
import io.coterie.graph.internal.KernelGraph;
import io.coterie.graph.internal.NormalizedAdjacency;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.eigen.BlockEigenSolver;

/**
 * A site's records by the eigenvectors of the smallest eigenvalues of the random-walk Laplacian I −
 * D⁻¹ W of their graph. Each eigenvector is scaled to a mean square of one, so that those of sites
 * of different sizes can be compared; its sign means nothing.
 *
 * @param rows one per record
 * @param components the connected components of the graph; with several, the eigenvectors of the
 *     eigenvalue zero are any basis of their indicators
 * @param converged whether the eigenvectors are as exact as they were to be
 */
public record SpectralEmbedding(Matrix rows, int components, boolean converged) {
  private static final double TOLERANCE = 1e-6;

  /** Embeds the rows in so many dimensions, at most as many as there are rows. */
  public static SpectralEmbedding of(Matrix records, int dimensions, Seed seed, Parallel parallel) {
    int n = records.rows();
    SparseGraph graph = KernelGraph.of(records, parallel);
    NormalizedAdjacency normalized = new NormalizedAdjacency(graph, parallel);
    BlockEigenSolver.Result found =
        BlockEigenSolver.largest(dimensions, TOLERANCE, seed, parallel).solve(normalized);
    Matrix rows = found.pairs().vectors().copy();
    double[] scales = normalized.inverseRoots();
    for (int j = 0; j < dimensions; j++) {
      double squares = 0;
      for (int i = 0; i < n; i++) {
        // v = D^-½ u turns the eigenvectors of D^-½ W D^-½ into those of D⁻¹ W. A single record
        // has no edges, and its eigenvector is 1.
        rows.set(i, j, rows.at(i, j) * (scales[i] > 0 ? scales[i] : 1));
        squares += rows.at(i, j) * rows.at(i, j);
      }
      double scale = squares > 0 ? Math.sqrt(n / squares) : 0;
      for (int i = 0; i < n; i++) {
        rows.set(i, j, rows.at(i, j) * scale);
      }
    }
    return new SpectralEmbedding(rows, Components.in(graph).count(), found.converged());
  }

  /** An eigenvector has no sign, and without one those of two sites can be compared. */
  public static Matrix absolute(Matrix rows) {
    return rows.map((i, j, value) -> Math.abs(value));
  }

  /** Each column is turned so that one row has the signs of the reference. */
  public static Matrix aligned(Matrix rows, int row, double[] reference) {
    Matrix result = rows.copy();
    for (int j = 0; j < result.columns(); j++) {
      if (rows.at(row, j) * Math.signum(reference[j]) < 0) {
        for (int i = 0; i < result.rows(); i++) {
          result.set(i, j, -result.at(i, j));
        }
      }
    }
    return result;
  }
}
