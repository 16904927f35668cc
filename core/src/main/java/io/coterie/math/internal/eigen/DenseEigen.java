package io.coterie.math.internal.eigen;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;

/** The eigenpairs of a small operator, by LAPACK on its matrix. */
final class DenseEigen {
  private static final int BLOCK = 128;

  private DenseEigen() {}

  static BlockEigenSolver.Result solve(SymmetricOperator operator, EigenOptions options) {
    int n = operator.size();
    int count = options.count();
    boolean largest = options.end() == EigenOptions.End.LARGEST;
    Matrix matrix = matrixOf(operator);
    EigenPairs ascending =
        Blas.symmetricEigen(matrix, largest ? n - count : 0, largest ? n - 1 : count - 1);
    double[] values = new double[count];
    Matrix vectors = Matrix.zeros(n, count);
    for (int j = 0; j < count; j++) {
      int from = largest ? count - 1 - j : j;
      values[j] = ascending.values()[from];
      for (int i = 0; i < n; i++) {
        vectors.set(i, j, ascending.vectors().at(i, from));
      }
    }
    EigenPairs pairs = new EigenPairs(values, BlockEigenSolver.signed(vectors));
    return new BlockEigenSolver.Result(pairs, residuals(matrix, pairs), 0, 0, true, vectors);
  }

  private static Matrix matrixOf(SymmetricOperator operator) {
    int n = operator.size();
    Matrix matrix = Matrix.zeros(n, n);
    for (int from = 0; from < n; from += BLOCK) {
      int width = Math.min(BLOCK, n - from);
      Matrix identity = Matrix.zeros(n, width);
      Matrix image = Matrix.zeros(n, width);
      for (int j = 0; j < width; j++) {
        identity.set(from + j, j, 1);
      }
      operator.apply(identity, image);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < width; j++) {
          // Half from either side, so that the matrix is symmetric to the last bit.
          matrix.set(i, from + j, matrix.at(i, from + j) + image.at(i, j) / 2);
          matrix.set(from + j, i, matrix.at(from + j, i) + image.at(i, j) / 2);
        }
      }
    }
    return matrix;
  }

  private static double[] residuals(Matrix matrix, EigenPairs pairs) {
    Matrix image = Blas.multiply(matrix, pairs.vectors());
    double[] residuals = new double[pairs.values().length];
    for (int j = 0; j < residuals.length; j++) {
      double sum = 0;
      for (int i = 0; i < image.rows(); i++) {
        double error = image.at(i, j) - pairs.values()[j] * pairs.vectors().at(i, j);
        sum += error * error;
      }
      residuals[j] = Math.sqrt(sum);
    }
    return residuals;
  }
}
