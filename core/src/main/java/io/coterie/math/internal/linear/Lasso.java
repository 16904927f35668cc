package io.coterie.math.internal.linear;

import io.coterie.math.Matrix;
import java.util.Arrays;

/**
 * The lasso min ½‖y − A c‖² + λ‖c‖₁, given the products G = AᵀA and b = Aᵀy, by homotopy: as λ
 * falls from max |b|, where c is zero, c moves along straight lines. On each the correlations q = b
 * − G c of the active columns are ±λ; it ends where another column's reaches ±λ and becomes active,
 * or where a coefficient reaches zero and is dropped. Exact, and fast while few columns are active;
 * coordinate descent took thousands of passes for the small λ of self-expression.
 *
 * <p>M. R. Osborne, B. Presnell, B. A. Turlach. <i>A New Approach to Variable Selection in Least
 * Squares Problems</i>. IMA Journal of Numerical Analysis 20, 2000. Departure: a column that
 * depends linearly on the active ones, such as a duplicate, stays out.
 *
 * <p>Stateless and thread-safe.
 */
public final class Lasso {
  /** Less than this share of a column outside the span of the active ones: it depends on them. */
  private static final double DEPENDENT = 1e-10;

  /** So near to ±1, a slope meets ±λ where λ is zero, if at all. */
  private static final double PARALLEL = 1e-12;

  /** Steps per column, of which a path takes one or two for each active column. */
  private static final int STEPS_PER_COLUMN = 8;

  private Lasso() {}

  /**
   * The coefficients. Where the path was too long they are those of a larger λ.
   *
   * @param coefficients c
   * @param converged whether the path reached λ
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody; a copy would cost an array a row
  public record Result(double[] coefficients, boolean converged) {}

  public static Result fit(Matrix gram, double[] products, double lambda) {
    if (gram.rows() != products.length || gram.columns() != products.length) {
      throw new IllegalArgumentException(
          "A %d x %d Gram matrix does not fit %d products."
              .formatted(gram.rows(), gram.columns(), products.length));
    }
    if (!(lambda > 0)) {
      throw new IllegalArgumentException("lambda is %s; it must be positive.".formatted(lambda));
    }
    return new Path(gram, products).follow(lambda);
  }

  private static final class Path {
    private final int n;
    private final double[] gram;
    private final double[] coefficients;
    private final double[] correlations; // q
    private final int[] active;
    private final boolean[] excluded; // active, or dependent on those that are
    private final double[][] factor; // lower Cholesky factor of the active part of G
    private final double[] direction; // w: how active coefficients move as λ falls by one
    private final double[] slopes; // a = G w: how correlations fall
    private int size;

    Path(Matrix gram, double[] products) {
      this.n = products.length;
      this.gram = gram.array();
      this.coefficients = new double[n];
      this.correlations = products.clone();
      this.active = new int[n];
      this.excluded = new boolean[n];
      this.factor = new double[n][n];
      this.direction = new double[n];
      this.slopes = new double[n];
    }

    Result follow(double target) {
      int first = -1;
      double lambda = target;
      for (int j = 0; j < n; j++) {
        if (Math.abs(correlations[j]) > lambda) {
          lambda = Math.abs(correlations[j]);
          first = j;
        }
      }
      if (first < 0) {
        return new Result(coefficients, true);
      }
      add(first);
      int dropped = -1;
      for (int step = 0; step < STEPS_PER_COLUMN * n; step++) {
        findDirection();
        double length = lambda - target;
        int joining = -1;
        int dropping = -1;
        for (int j = 0; j < n; j++) {
          if (!excluded[j] && j != dropped) {
            double meets = meeting(j, lambda);
            if (meets < length) {
              length = meets;
              joining = j;
            }
          }
        }
        for (int k = 0; k < size; k++) {
          double value = coefficients[active[k]];
          double vanishes = value * direction[k] < 0 ? -value / direction[k] : length;
          if (vanishes < length) {
            length = vanishes;
            dropping = k;
          }
        }
        move(length);
        lambda -= length;
        dropped = -1;
        if (dropping >= 0) {
          dropped = active[dropping];
          drop(dropping);
        } else if (joining >= 0) {
          add(joining);
        } else {
          return new Result(coefficients, true);
        }
      }
      return new Result(coefficients, false);
    }

    /** By how much λ falls until an inactive column's correlation q − t a is ±(λ − t). */
    private double meeting(int j, double lambda) {
      double above = 1 - slopes[j];
      double below = 1 + slopes[j];
      double nearest = Double.POSITIVE_INFINITY;
      if (above > PARALLEL) {
        nearest = (lambda - correlations[j]) / above;
      }
      if (below > PARALLEL) {
        nearest = Math.min(nearest, (lambda + correlations[j]) / below);
      }
      return Math.max(nearest, 0); // rounding may have carried it past
    }

    /** Solves G w = sign(q) over the active columns, and takes a = G w. */
    private void findDirection() {
      for (int k = 0; k < size; k++) {
        double sum = Math.signum(correlations[active[k]]);
        double[] row = factor[k];
        for (int m = 0; m < k; m++) {
          sum -= row[m] * direction[m];
        }
        direction[k] = sum / row[k];
      }
      for (int k = size - 1; k >= 0; k--) {
        double value = direction[k] / factor[k][k];
        direction[k] = value;
        for (int m = 0; m < k; m++) {
          direction[m] -= factor[k][m] * value;
        }
      }
      Arrays.fill(slopes, 0);
      for (int k = 0; k < size; k++) {
        addRow(active[k], direction[k]);
      }
    }

    private void addRow(int row, double factorOfRow) {
      int start = row * n;
      for (int j = 0; j < n; j++) {
        slopes[j] += factorOfRow * gram[start + j];
      }
    }

    private void move(double length) {
      for (int k = 0; k < size; k++) {
        coefficients[active[k]] += length * direction[k];
      }
      for (int j = 0; j < n; j++) {
        correlations[j] -= length * slopes[j];
      }
    }

    /** Adds a row to the factor of the active part of G; a dependent column is only excluded. */
    private void add(int column) {
      excluded[column] = true;
      double[] row = factor[size];
      double rest = gram[column * n + column];
      for (int k = 0; k < size; k++) {
        double sum = gram[column * n + active[k]];
        for (int m = 0; m < k; m++) {
          sum -= row[m] * factor[k][m];
        }
        row[k] = sum / factor[k][k];
        rest -= row[k] * row[k];
      }
      if (rest > DEPENDENT * gram[column * n + column]) {
        row[size] = Math.sqrt(rest);
        active[size++] = column;
      }
    }

    /** Takes a column out; rotations make the factor triangular again. */
    private void drop(int position) {
      int column = active[position];
      coefficients[column] = 0;
      double[] freed = factor[position];
      for (int k = position; k < size - 1; k++) {
        active[k] = active[k + 1];
        factor[k] = factor[k + 1];
      }
      size--;
      factor[size] = freed;
      for (int k = position; k < size; k++) {
        double a = factor[k][k];
        double b = factor[k][k + 1];
        double length = Math.hypot(a, b);
        for (int m = k; m < size; m++) {
          double left = factor[m][k];
          double right = factor[m][k + 1];
          factor[m][k] = (a * left + b * right) / length;
          factor[m][k + 1] = (a * right - b * left) / length;
        }
      }
      // Columns that depended on the active ones may not any more.
      Arrays.fill(excluded, false);
      for (int k = 0; k < size; k++) {
        excluded[active[k]] = true;
      }
    }
  }
}
