package io.coterie.math.internal.eigen;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Some of the smallest or largest eigenpairs of a symmetric operator: a block of vectors is
 * filtered by a Chebyshev polynomial, made orthonormal and rotated to Ritz vectors, again and
 * again. As a block method it finds all copies of a repeated eigenvalue, such as the zeros of the
 * Laplacian of a graph with many components, and it can start from the vectors of a similar
 * operator. Small operators go to LAPACK.
 *
 * <p>Y. Zhou, Y. Saad, M. L. Tiago, J. R. Chelikowsky. <i>Self-Consistent-Field Calculations Using
 * Chebyshev-Filtered Subspace Iteration</i>. Journal of Computational Physics 219, 2006. Departure:
 * the degree follows from the residuals instead of being fixed.
 *
 * <p>The bits do not depend on the number of threads. Thread-safe.
 *
 * @param sign 1 for the smallest eigenvalues, −1 for the largest, which are the smallest of −A
 * @param count how many eigenpairs
 * @param tolerance the largest residual |A x − λ x| of a pair, as a share of the largest |λ| of A
 * @param maxIterations how often the block is filtered at most
 * @param seed where the random part of the start comes from
 */
public record BlockEigenSolver(
    int sign, int count, double tolerance, int maxIterations, Seed seed, Parallel parallel) {
  // A run that needs more is stuck; usual ones take two to ten.
  private static final int MAX_ITERATIONS = 100;

  /** Up to this size LAPACK takes the whole matrix. */
  private static final int DENSE_SIZE = 1500;

  /** Columns of the identity that an operator is applied to at a time, to get its matrix. */
  private static final int DENSE_BLOCK = 128;

  private static final int LEAST_DEGREE = 8;
  private static final int MOST_DEGREE = 200;

  /** How far apart the filter may drive two columns; more would drown the smaller in roundoff. */
  private static final double MOST_GROWTH = Math.log(1e10);

  /** Columns that start at random even in a warm start, so that it cannot hide an eigenpair. */
  private static final int FRESH_COLUMNS = 2;

  public BlockEigenSolver {
    if (count < 1 || maxIterations < 1 || !(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "%d eigenpairs to %s in %d iterations; there must be one of each, and the tolerance must be"
                  .formatted(count, tolerance, maxIterations)
              + " between 0 and 1. Typical values are 1e-9 to 1e-4.");
    }
  }

  public static BlockEigenSolver smallest(
      int count, double tolerance, Seed seed, Parallel parallel) {
    return new BlockEigenSolver(1, count, tolerance, MAX_ITERATIONS, seed, parallel);
  }

  public static BlockEigenSolver largest(
      int count, double tolerance, Seed seed, Parallel parallel) {
    return new BlockEigenSolver(-1, count, tolerance, MAX_ITERATIONS, seed, parallel);
  }

  /**
   * What was found and how.
   *
   * @param pairs from the end asked for inwards; each vector has its largest entry positive
   * @param residuals |A x − λ x| of each pair
   * @param iterations how often the block was filtered; zero where LAPACK did the work
   * @param applications how often the operator was applied to the whole block
   * @param converged whether all residuals are within the tolerance; the pairs are the best known
   * @param subspace the whole block, a good start for a similar operator
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Result(
      EigenPairs pairs,
      double[] residuals,
      int iterations,
      int applications,
      boolean converged,
      Matrix subspace) {}

  /** Finds the eigenpairs from a random start. */
  public Result solve(SymmetricOperator operator) {
    return solve(operator, Matrix.zeros(operator.size(), 0));
  }

  /** Finds the eigenpairs from a start of any number of columns, dependent or not. */
  public Result solve(SymmetricOperator operator, Matrix start) {
    int n = operator.size();
    if (count > n) {
      throw new IllegalArgumentException(
          "count is %d; an operator of size %d has at most %d eigenpairs.".formatted(count, n, n));
    }
    if (start.rows() != n) {
      throw new IllegalArgumentException(
          "The start has %d rows; the operator needs %d.".formatted(start.rows(), n));
    }
    if (n <= DENSE_SIZE || 3L * blockSize() > n) {
      return dense(operator);
    }
    return new Run(operator, start).result();
  }

  /**
   * As many pairs as asked for and half as many more, whose eigenvalues the filter need not
   * resolve; in multiples of eight, as products of eight columns are fastest.
   */
  private int blockSize() {
    int wanted = count + Math.max(6, count / 2);
    return (wanted + 7) / 8 * 8;
  }

  /** State of one run. Eigenvalues are those of A, or of −A when the largest are asked for. */
  private final class Run {
    private final SymmetricOperator operator;
    private final SplittableRandom random;
    private final double low;
    private double high;
    private Matrix vectors;
    private double[] values;
    private double[] residuals;
    private int applications;
    private double growth; // how far the filter has raised the wanted part of the fresh columns
    private double expected; // what the wanted values add up to unless the fresh columns find more

    Run(SymmetricOperator operator, Matrix start) {
      this.operator = operator;
      random = seed.child("start").random();
      SpectrumBounds bounds = LanczosBounds.of(operator, seed).and(operator.bounds());
      low = sign > 0 ? bounds.low() : -bounds.high();
      high = sign > 0 ? bounds.high() : -bounds.low();
      rotate(startBlock(start));
      boolean warm = start.columns() > 0;
      if (warm) {
        // The Ritz values of the fresh columns say nothing yet about where the block ends.
        int known = Math.max(count, values.length - 1 - FRESH_COLUMNS);
        Arrays.fill(values, known, values.length, values[known]);
      }
      growth = warm ? 0 : Double.POSITIVE_INFINITY;
      expected = warm ? wantedSum() - wantedError() : Double.NEGATIVE_INFINITY;
    }

    private double wantedSum() {
      return Arrays.stream(values, 0, count).sum();
    }

    private double wantedError() {
      return Arrays.stream(residuals, 0, count).sum() + count * allowed();
    }

    private double allowed() {
      return tolerance * scale();
    }

    private Matrix startBlock(Matrix start) {
      Matrix block = Matrix.zeros(operator.size(), blockSize());
      int given = Math.min(start.columns(), block.columns() - FRESH_COLUMNS);
      for (int i = 0; i < block.rows(); i++) {
        for (int j = 0; j < block.columns(); j++) {
          block.set(i, j, j < given ? start.at(i, j) : random.nextDouble() - 0.5);
        }
      }
      return block;
    }

    Result result() {
      int iterations = 0;
      boolean converged = false;
      while (!converged && iterations < maxIterations) {
        filter();
        iterations++;
        converged = isConverged();
      }
      double[] found = Arrays.copyOf(values, count);
      for (int j = 0; j < count; j++) {
        found[j] *= sign;
      }
      EigenPairs pairs = new EigenPairs(found, vectors.firstColumns(count)).signed();
      double[] errors = Arrays.copyOf(residuals, count);
      return new Result(pairs, errors, iterations, applications, converged, vectors);
    }

    private double scale() {
      return Math.max(Math.max(Math.abs(low), Math.abs(high)), Double.MIN_NORMAL);
    }

    private boolean isConverged() {
      for (int j = 0; j < count; j++) {
        if (!(residuals[j] <= allowed())) {
          return false;
        }
      }
      // Near the next Ritz value lies an eigenvalue. While it may still turn out to be one of the
      // smallest, a pair could be missing.
      if (values[count] - residuals[count] < values[count - 1] - allowed()
          || growth < enoughGrowth()) {
        return false;
      }
      if (wantedSum() < expected) {
        refresh();
        return false;
      }
      return true;
    }

    /** Enough to lift a pair that has its even share of a random column above all the others. */
    private double enoughGrowth() {
      return Math.log(4 * Math.sqrt(vectors.rows()));
    }

    /** Fresh columns found pairs that the start had hidden: there may be more. */
    private void refresh() {
      for (int i = 0; i < vectors.rows(); i++) {
        for (int j = vectors.columns() - FRESH_COLUMNS; j < vectors.columns(); j++) {
          vectors.set(i, j, random.nextDouble() - 0.5);
        }
      }
      growth = 0;
      expected = wantedSum() - wantedError();
    }

    private void filter() {
      high = Math.max(high, values[values.length - 1]);
      double to = Math.max(high, values[0] + 1e-6 * scale());
      ChebyshevFilter filter = new ChebyshevFilter(edge(to), to, values[0], sign);
      int degree = degree(filter);
      applications += degree;
      rotate(filter.apply(operator, vectors, degree, parallel));
      growth += degree * (filter.rate(values[count - 1]) - filter.rate(edge(to)));
    }

    /** Where the block ends, or a little above, lest one eigenvalue all over it halt the filter. */
    private double edge(double to) {
      double width = to - values[0];
      double least = values[0] + width * 4 / MOST_DEGREE / MOST_DEGREE;
      return Math.min(Math.max(values[values.length - 1], least), values[0] + 0.9 * width);
    }

    /** As high as should bring the worst wanted pair to the tolerance, within limits. */
    private int degree(ChebyshevFilter filter) {
      double rate = Math.max(filter.rate(values[count - 1]), 1e-9);
      double needed = (enoughGrowth() - growth) / rate;
      for (int j = 0; j < count; j++) {
        double gain = Math.log(Math.max(2, 8 * residuals[j] / allowed()));
        needed = Math.max(needed, gain / Math.max(filter.rate(values[j]), 1e-9));
      }
      double safe = MOST_GROWTH / Math.max(filter.rate(values[0]), 1e-9);
      double degree = Math.min(Math.min(needed, safe), MOST_DEGREE);
      return (int) Math.ceil(Math.max(degree, LEAST_DEGREE));
    }

    /** Rayleigh-Ritz: turns the block into the best approximations within its span. */
    private void rotate(Matrix block) {
      Matrix basis = Orthonormal.of(block, random);
      Matrix image = Matrix.zeros(basis.rows(), basis.columns());
      operator.apply(basis, image);
      applications++;
      Matrix projected = Blas.multiplyTransposed(basis, image);
      EigenPairs ritz = Blas.symmetricEigen(symmetric(projected));
      values = ritz.values();
      vectors = Blas.multiply(basis, ritz.vectors());
      Matrix images = Blas.multiply(image, ritz.vectors());
      residuals = residuals(images, sign, new EigenPairs(values, vectors));
    }

    private Matrix symmetric(Matrix projected) {
      int k = projected.rows();
      Matrix result = Matrix.zeros(k, k);
      for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++) {
          result.set(i, j, sign * (projected.at(i, j) + projected.at(j, i)) / 2);
        }
      }
      return result;
    }
  }

  /**
   * A small operator: LAPACK on its whole matrix is faster than iterating, and finds every pair.
   */
  private Result dense(SymmetricOperator operator) {
    int n = operator.size();
    Matrix matrix = matrixOf(operator);
    EigenPairs pairs =
        sign < 0
            ? Blas.symmetricEigen(matrix, n - count, n - 1).lastFirst(count)
            : Blas.symmetricEigen(matrix, 0, count - 1);
    pairs.signed();
    double[] residuals = residuals(Blas.multiply(matrix, pairs.vectors()), 1, pairs);
    return new Result(pairs, residuals, 0, 0, true, pairs.vectors());
  }

  private static Matrix matrixOf(SymmetricOperator operator) {
    int n = operator.size();
    Matrix matrix = Matrix.zeros(n, n);
    for (int from = 0; from < n; from += DENSE_BLOCK) {
      int width = Math.min(DENSE_BLOCK, n - from);
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

  /**
   * Residuals |sign A x − λ x|, given the images A x: some eigenvalue of A is at most that far from
   * λ.
   */
  private static double[] residuals(Matrix images, int sign, EigenPairs pairs) {
    double[] squares = new double[pairs.values().length];
    for (int i = 0; i < images.rows(); i++) {
      for (int j = 0; j < squares.length; j++) {
        double error = sign * images.at(i, j) - pairs.values()[j] * pairs.vectors().at(i, j);
        squares[j] += error * error;
      }
    }
    return Arrays.stream(squares).map(Math::sqrt).toArray();
  }
}
