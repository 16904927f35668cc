package io.coterie.math.internal.linear;

import static io.coterie.math.internal.Doubles.dot;

import io.coterie.math.Matrix;
import java.util.Arrays;
import java.util.function.BiConsumer;

/**
 * Whether a symmetric matrix can be a matrix of inner products: xᵀ A x ≥ 0 for every x. Asked of
 * matrices scaled to a diagonal of ones, so that one tolerance fits every unit.
 *
 * <p>Small matrices are factored. Large ones are tried by power iteration on c I − A, with c no
 * less than the largest eigenvalue: a vector with xᵀ A x below the tolerance is a proof that A has
 * a negative eigenvalue, and that none is found is no proof that there is none. What goes unseen is
 * close to zero.
 */
public final class Definiteness {
  /** Rounding of sums over many records stays far below it. */
  private static final double TOLERANCE = 1e-6;

  private static final int LARGEST_FACTORED = 200;
  private static final int STEPS = 60;

  private Definiteness() {}

  /**
   * Returns whether a symmetric matrix has, after scaling to a diagonal of ones, an eigenvalue that
   * is clearly negative. The upper triangle is read.
   */
  public static boolean isBroken(Matrix symmetric) {
    int d = symmetric.rows();
    double[] scale = new double[d];
    for (int i = 0; i < d; i++) {
      double own = symmetric.at(i, i);
      if (!(own >= 0)) {
        return true;
      }
      scale[i] = own > 0 ? 1 / Math.sqrt(own) : 0;
    }
    Matrix scaled = Matrix.zeros(d, d);
    for (int i = 0; i < d; i++) {
      scaled.set(i, i, 1);
      for (int j = i + 1; j < d; j++) {
        double value = symmetric.at(i, j) * scale[i] * scale[j];
        boolean isAlone = scale[i] == 0 || scale[j] == 0;
        if ((isAlone && symmetric.at(i, j) != 0) || !(Math.abs(value) <= 1 + TOLERANCE)) {
          return true; // a minor of two rows is negative
        }
        scaled.set(i, j, value);
        scaled.set(j, i, value);
      }
    }
    return d <= LARGEST_FACTORED
        ? !isFactored(scaled)
        : isBroken(d, largestRowSum(scaled), (x, y) -> multiply(scaled, x, y));
  }

  /**
   * Returns whether a matrix with ones on its diagonal has a clearly negative eigenvalue.
   *
   * @param size rows of the matrix
   * @param largest no eigenvalue is larger
   * @param matrix puts its product with the first vector into the second, which is zero before
   */
  public static boolean isBroken(int size, double largest, BiConsumer<double[], double[]> matrix) {
    double[] x = new double[size];
    double[] product = new double[size];
    for (int i = 0; i < size; i++) {
      x[i] = 1 + Math.sin(1.0 + 7 * (double) i); // no eigenvector of anything in particular
    }
    for (int step = 0; step < STEPS; step++) {
      double length = dot(x, x);
      if (!(length > 0)) {
        return false;
      }
      double unit = 1 / Math.sqrt(length);
      for (int i = 0; i < size; i++) {
        x[i] *= unit;
      }
      Arrays.fill(product, 0);
      matrix.accept(x, product);
      if (dot(x, product) < -TOLERANCE) {
        return true;
      }
      for (int i = 0; i < size; i++) {
        x[i] = largest * x[i] - product[i];
      }
    }
    return false;
  }

  /**
   * With the tolerance added to the diagonal, so that a zero eigenvalue passes in spite of
   * rounding.
   */
  private static boolean isFactored(Matrix scaled) {
    int d = scaled.rows();
    for (int i = 0; i < d; i++) {
      scaled.set(i, i, 1 + TOLERANCE * d);
    }
    try {
      return Cholesky.of(scaled).dimension() == d;
    } catch (ArithmeticException e) {
      return false;
    }
  }

  /** Gershgorin: no eigenvalue exceeds the largest sum of a row's absolute values. */
  private static double largestRowSum(Matrix matrix) {
    double largest = 0;
    for (int i = 0; i < matrix.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < matrix.columns(); j++) {
        sum += Math.abs(matrix.at(i, j));
      }
      largest = Math.max(largest, sum);
    }
    return largest;
  }

  private static void multiply(Matrix matrix, double[] x, double[] y) {
    int d = matrix.columns();
    double[] values = matrix.array();
    for (int i = 0; i < matrix.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < d; j++) {
        sum += values[i * d + j] * x[j];
      }
      y[i] = sum;
    }
  }
}
