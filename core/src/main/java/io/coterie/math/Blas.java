package io.coterie.math;

import static org.bytedeco.openblas.global.openblas.CblasLower;
import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas.CblasRight;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.CblasUpper;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dposv;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dsyevr;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;
import static org.bytedeco.openblas.global.openblas.LAPACK_ROW_MAJOR;
import static org.bytedeco.openblas.global.openblas.blas_set_num_threads;
import static org.bytedeco.openblas.global.openblas.cblas_dgemm;
import static org.bytedeco.openblas.global.openblas.cblas_dsyrk;
import static org.bytedeco.openblas.global.openblas.cblas_dtrsm;
import static org.bytedeco.openblas.global.openblas.cblas_sgemm;

import io.coterie.math.internal.NativeFloats;
import io.coterie.math.internal.eigen.EigenPairs;
import java.util.Arrays;
import org.bytedeco.javacpp.FloatPointer;

/**
 * The products and decompositions that OpenBLAS does for us. It runs on the calling thread alone:
 * we split the work ourselves, so that the result does not depend on the number of threads.
 *
 * <p>Thread-safe.
 */
public final class Blas {
  static {
    blas_set_num_threads(1);
  }

  private Blas() {}

  public static Matrix multiply(Matrix a, Matrix b) {
    requireSame(a.columns(), b.rows());
    return product(a, CblasNoTrans, b, CblasNoTrans);
  }

  public static Matrix multiplyTransposed(Matrix a, Matrix b) {
    requireSame(a.rows(), b.rows());
    return product(a, CblasTrans, b, CblasNoTrans);
  }

  public static Matrix multiplyByTransposed(Matrix a, Matrix b) {
    requireSame(a.columns(), b.columns());
    return product(a, CblasNoTrans, b, CblasTrans);
  }

  private static Matrix product(Matrix a, int transposeA, Matrix b, int transposeB) {
    int m = transposeA == CblasTrans ? a.columns() : a.rows();
    int k = transposeA == CblasTrans ? a.rows() : a.columns();
    int n = transposeB == CblasTrans ? b.rows() : b.columns();
    Matrix c = Matrix.zeros(m, n);
    if (m > 0 && n > 0 && k > 0) {
      double[] x = a.array();
      double[] y = b.array();
      int lda = a.columns();
      int ldb = b.columns();
      cblas_dgemm(
          CblasRowMajor, transposeA, transposeB, m, n, k, 1, x, lda, y, ldb, 0, c.array(), n);
    }
    return c;
  }

  /** Puts a bᵀ into c, where a is m x k, b is n x k and c is m x n, all by row. */
  public static void products(double[] a, double[] b, double[] c, int m, int n, int k) {
    if (k == 0) {
      Arrays.fill(c, 0, m * n, 0);
      return;
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, 1, a, k, b, k, 0, c, n);
  }

  /** Adds rowsᵀ rows to the upper triangle of a square matrix. */
  public static void addScatter(Matrix rows, Matrix into) {
    int d = rows.columns();
    requireSame(d, into.rows());
    if (d == 0 || rows.rows() == 0) {
      return;
    }
    double[] x = rows.array();
    double[] c = into.array();
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, d, rows.rows(), 1, x, d, 1, c, d);
  }

  /** Replaces each row x of a matrix by the solution y of L y = x, for a lower triangle L. */
  public static void solveLowerInPlace(Matrix lower, Matrix rows) {
    int d = lower.rows();
    requireSame(d, rows.columns());
    if (d == 0 || rows.rows() == 0) {
      return;
    }
    int n = rows.rows();
    double[] l = lower.array();
    double[] x = rows.array();
    // Row by row, L y = x for every row x is Y Lᵀ = X.
    cblas_dtrsm(
        CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, n, d, 1, l, d, x, d);
  }

  /**
   * Returns x with A x = b, for a symmetric positive definite A of which the lower part is read.
   */
  public static double[] solvePositive(Matrix symmetric, double[] b) {
    int n = symmetric.rows();
    requireSame(n, b.length);
    double[] x = b.clone();
    // The lower part by rows is the upper part by columns.
    double[] work = symmetric.array().clone();
    int info = LAPACKE_dposv(LAPACK_COL_MAJOR, (byte) 'U', n, 1, work, n, x, n);
    if (info != 0) {
      throw new ArithmeticException(
          "The matrix is not positive definite (LAPACK dposv, info %d). Add a ridge to its diagonal."
              .formatted(info));
    }
    return x;
  }

  /** Puts scale a bᵀ into c, where a is m x k, b is n x k and c is m x n, all by row. */
  public static void products(
      float scale, NativeFloats a, NativeFloats b, NativeFloats c, int m, int n, int k) {
    FloatPointer x = a.pointer();
    FloatPointer y = b.pointer();
    FloatPointer z = c.pointer();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, m, n, k, scale, x, k, y, k, 0f, z, n);
  }

  public static EigenPairs symmetricEigen(Matrix symmetric) {
    return symmetricEigen(symmetric, 0, symmetric.rows() - 1);
  }

  /** Number 0 is the smallest. A few pairs of a large matrix cost less than all of them. */
  public static EigenPairs symmetricEigen(Matrix symmetric, int first, int last) {
    int n = symmetric.rows();
    requireSame(n, symmetric.columns());
    int count = last - first + 1;
    double[] work = symmetric.array().clone();
    double[] values = new double[n];
    double[] vectors = new double[n * count];
    int[] found = new int[1];
    int[] support = new int[2 * Math.max(1, n)];
    int info =
        LAPACKE_dsyevr(
            LAPACK_ROW_MAJOR,
            (byte) 'V',
            (byte) 'I',
            (byte) 'U',
            n,
            work,
            n,
            0,
            0,
            first + 1,
            last + 1,
            0,
            found,
            values,
            vectors,
            count,
            support);
    if (info != 0 || found[0] != count) {
      throw new ArithmeticException(
          "LAPACK dsyevr ended with info %d and %d of %d eigenpairs; the matrix has entries that"
                  .formatted(info, found[0], count)
              + " are not finite or is badly scaled.");
    }
    return new EigenPairs(Arrays.copyOf(values, count), Matrix.over(n, count, vectors));
  }

  private static void requireSame(int left, int right) {
    if (left != right) {
      throw new IllegalArgumentException(
          "The inner sizes %d and %d of a product differ.".formatted(left, right));
    }
  }
}
