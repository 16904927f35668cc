package io.coterie.site.internal;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.eigen.EigenPairs;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The linear subspace that a group of records lies near: the leading right singular vectors of the
 * records, not centered, as many as come before the largest drop among the first 15 singular
 * values.
 *
 * @param basis one unit column per dimension
 */
public record Subspace(Matrix basis) {
  private static final int MOST_VALUES = 15;

  /** Records that are all zero have a subspace of dimension zero. */
  public static Subspace of(Matrix rows) {
    boolean wide = rows.rows() < rows.columns();
    // The eigenvectors of the smaller of XᵀX and XXᵀ give the right singular vectors.
    Matrix square =
        wide ? Blas.multiplyByTransposed(rows, rows) : Blas.multiplyTransposed(rows, rows);
    int size = square.rows();
    int count = Math.min(MOST_VALUES, size);
    EigenPairs pairs = Blas.symmetricEigen(square, size - count, size - 1).lastFirst(count);
    double[] singular =
        Arrays.stream(pairs.values()).map(value -> Math.sqrt(Math.max(value, 0))).toArray();
    int dimension = singular[0] > 0 ? beforeLargestDrop(singular) : 0;
    Matrix vectors = pairs.vectors().firstColumns(dimension);
    if (!wide) {
      return new Subspace(vectors);
    }
    Matrix basis = Blas.multiplyTransposed(rows, vectors);
    return new Subspace(basis.map((i, j, value) -> value / singular[j]));
  }

  /**
   * How many values come before the largest drop, the first of equal ones; at least 1. A spectrum
   * has no end of its own, and the largest drop is where it falls from structure to noise.
   */
  static int beforeLargestDrop(double[] descending) {
    return 1 + Doubles.argMax(descending.length - 1, j -> descending[j] - descending[j + 1]);
  }

  public int dimension() {
    return basis.columns();
  }

  /** ‖Bᵀx‖², the part of x that lies in the subspace. */
  double squaredProjection(double[] record) {
    double sum = 0;
    for (int j = 0; j < basis.columns(); j++) {
      double product = 0;
      for (int i = 0; i < record.length; i++) {
        product += basis.at(i, j) * record[i];
      }
      sum += product * product;
    }
    return sum;
  }

  /**
   * On the unit sphere, every direction as likely: normal coordinates have no direction of their
   * own.
   */
  public double[] sample(Seed seed) {
    SplittableRandom random = seed.random();
    double[] point = new double[basis.rows()];
    double squares = 0;
    for (int j = 0; j < basis.columns(); j++) {
      double coordinate = random.nextGaussian();
      squares += coordinate * coordinate;
      for (int i = 0; i < point.length; i++) {
        point[i] += coordinate * basis.at(i, j);
      }
    }
    for (int i = 0; squares > 0 && i < point.length; i++) {
      point[i] /= Math.sqrt(squares);
    }
    return point;
  }
}
