package io.coterie.math.internal.eigen;

import static io.coterie.math.internal.Doubles.add;
import static io.coterie.math.internal.Doubles.dot;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import java.util.SplittableRandom;

/**
 * Makes the columns of a tall block orthonormal. Cholesky QR, done twice, is as accurate as
 * Householder's while the columns are independent; where they are not, Gram-Schmidt done twice
 * replaces every dependent column by a random one.
 *
 * <p>Y. Yamamoto, Y. Nakatsukasa, Y. Yanagisawa, T. Fukaya. <i>Roundoff Error Analysis of the
 * CholeskyQR2 Algorithm</i>. ETNA 44, 2015.
 */
final class Orthonormal {
  /** Below this squared distance from the span of the others, a unit column counts as dependent. */
  private static final double DEPENDENT = 1e-10;

  private Orthonormal() {}

  /**
   * Spans what the columns span; dependent ones are replaced, so that the block keeps its width.
   */
  static Matrix of(Matrix block, SplittableRandom random) {
    Matrix scaled = block.copy();
    unitColumns(scaled);
    Matrix inverse = inverseFactor(Blas.multiplyTransposed(scaled, scaled));
    if (inverse.rows() == 0) {
      return gramSchmidt(scaled, random);
    }
    Matrix once = Blas.multiply(scaled, inverse);
    inverse = inverseFactor(Blas.multiplyTransposed(once, once));
    return inverse.rows() == 0 ? gramSchmidt(scaled, random) : Blas.multiply(once, inverse);
  }

  /** By the largest entry first, so that squares neither overflow nor vanish. */
  private static void unitColumns(Matrix block) {
    int columns = block.columns();
    double[] values = block.array();
    double[] largest = new double[columns];
    for (int i = 0; i < values.length; i++) {
      largest[i % columns] = Math.max(largest[i % columns], Math.abs(values[i]));
    }
    double[] squares = new double[columns];
    for (int i = 0; i < values.length; i++) {
      double value = largest[i % columns] > 0 ? values[i] / largest[i % columns] : 0;
      squares[i % columns] += value * value;
    }
    for (int i = 0; i < values.length; i++) {
      int j = i % columns;
      values[i] = largest[j] > 0 ? values[i] / largest[j] / Math.sqrt(squares[j]) : 0;
    }
  }

  /** R⁻¹ for G = RᵀR, upper triangular, or an empty matrix where G is not definite to rounding. */
  private static Matrix inverseFactor(Matrix gram) {
    int k = gram.rows();
    Matrix factor = Matrix.zeros(k, k);
    for (int i = 0; i < k; i++) {
      for (int j = i; j < k; j++) {
        double sum = gram.at(i, j);
        for (int l = 0; l < i; l++) {
          sum -= factor.at(l, i) * factor.at(l, j);
        }
        if (i == j) {
          if (!(sum > DEPENDENT)) {
            return Matrix.zeros(0, 0);
          }
          factor.set(i, i, Math.sqrt(sum));
        } else {
          factor.set(i, j, sum / factor.at(i, i));
        }
      }
    }
    Matrix inverse = Matrix.zeros(k, k);
    for (int j = 0; j < k; j++) {
      inverse.set(j, j, 1 / factor.at(j, j));
      for (int i = j - 1; i >= 0; i--) {
        double sum = 0;
        for (int l = i + 1; l <= j; l++) {
          sum -= factor.at(i, l) * inverse.at(l, j);
        }
        inverse.set(i, j, sum / factor.at(i, i));
      }
    }
    return inverse;
  }

  /** The way for dependent columns, which have no Cholesky factor. */
  private static Matrix gramSchmidt(Matrix block, SplittableRandom random) {
    int n = block.rows();
    int k = block.columns();
    double[][] basis = new double[k][n];
    for (int j = 0; j < k; j++) {
      for (int i = 0; i < n; i++) {
        basis[j][i] = block.at(i, j);
      }
      while (!joins(basis, j)) {
        for (int i = 0; i < n; i++) {
          basis[j][i] = random.nextDouble() - 0.5;
        }
      }
    }
    Matrix result = Matrix.zeros(n, k);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < k; j++) {
        result.set(i, j, basis[j][i]);
      }
    }
    return result;
  }

  /**
   * False if column j depends on those before. Two passes, since the rounding of the first is
   * relative to the length before it, not to what is left.
   */
  private static boolean joins(double[][] basis, int j) {
    double[] column = basis[j];
    double before = dot(column, column);
    if (!(before > 0) || Double.isInfinite(before)) {
      return false;
    }
    for (int pass = 0; pass < 2; pass++) {
      for (int l = 0; l < j; l++) {
        add(column, -dot(column, basis[l]), basis[l]);
      }
    }
    double after = dot(column, column);
    if (after <= DEPENDENT * before) {
      return false;
    }
    double scale = 1 / Math.sqrt(after);
    for (int i = 0; i < column.length; i++) {
      column[i] *= scale;
    }
    return true;
  }
}
