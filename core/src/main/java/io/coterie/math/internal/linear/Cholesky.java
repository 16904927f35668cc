package io.coterie.math.internal.linear;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import java.io.Serializable;

/**
 * The factor L of a symmetric positive definite matrix A = L Lᵀ.
 *
 * @param lower L; shared, not copied
 * @param logDeterminant ln det A, which stays finite where det A overflows or vanishes
 */
public record Cholesky(Matrix lower, double logDeterminant) implements Serializable {
  /** Factors a matrix, of which the lower triangle is read. */
  public static Cholesky of(Matrix symmetric) {
    int d = symmetric.rows();
    if (d != symmetric.columns()) {
      throw new IllegalArgumentException(
          "A %d x %d matrix is not square.".formatted(d, symmetric.columns()));
    }
    double[] a = symmetric.array();
    double[] lower = new double[d * d];
    double logDeterminant = 0;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = a[i * d + j];
        for (int k = 0; k < j; k++) {
          sum -= lower[i * d + k] * lower[j * d + k];
        }
        lower[i * d + j] = j < i ? sum / lower[j * d + j] : Math.sqrt(requirePositive(sum, i));
      }
      logDeterminant += 2 * Math.log(lower[i * d + i]);
    }
    return new Cholesky(Matrix.over(d, d, lower), logDeterminant);
  }

  private static double requirePositive(double pivot, int index) {
    if (!(pivot > 0 && pivot < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException(
          "The matrix is not positive definite: pivot %d is %s. Add a small ridge to the diagonal."
              .formatted(index, pivot));
    }
    return pivot;
  }

  public int dimension() {
    return lower.rows();
  }

  /** A⁻¹ = L⁻ᵀ L⁻¹, by one triangular solve for all unit vectors. */
  public Matrix inverse() {
    Matrix turned = Matrix.zeros(dimension(), dimension());
    for (int i = 0; i < dimension(); i++) {
      turned.set(i, i, 1);
    }
    Blas.solveLowerInPlace(lower, turned); // row i is L⁻¹ eᵢ
    return Blas.multiplyByTransposed(turned, turned);
  }
}
