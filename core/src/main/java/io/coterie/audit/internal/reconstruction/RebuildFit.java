package io.coterie.audit.internal.reconstruction;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;

/**
 * Fits points to a weighted neighbor graph by Levenberg and Marquardt. The weights of a record fall
 * linearly with squared distance d, and what is sent is their symmetric part:
 *
 * <pre>2 W_ij = (p_i − u_i d_ij)₊ + (p_j − u_j d_ij)₊,   Σ_j (p_i − u_i d_ij)₊ = 1</pre>
 *
 * <p>Unknowns: q coordinates and p_i of each record and, where each has its own scale, ln u_i. With
 * the weights sent by rows (d_ij = a_i − g_i E_ij) the equations for p and u would be linear; the
 * symmetric part leaves them to be found together with the points.
 *
 * <p>Not thread-safe.
 */
final class RebuildFit {
  private static final int MOST_STEPS = 100;
  private static final int MOST_RETRIES = 10;

  /** Less gained of what is left ends the fit. */
  private static final double ENOUGH = 1e-3;

  /** How much a row that does not sum to one counts beside an edge that does not fit. */
  private static final double ROW_WEIGHT = 0.3;

  private final double[] weights;
  private final int n;
  private final int q;
  private final boolean ownScale;

  /** Coordinates, then p, then ln u if it is free. */
  private double[] unknowns;

  private double cost;

  RebuildFit(double[] weights, Matrix start, double[] p, boolean ownScale) {
    this.weights = weights;
    this.n = start.rows();
    this.q = start.columns();
    this.ownScale = ownScale;
    this.unknowns = new double[n * q + (ownScale ? 2 * n : n)];
    System.arraycopy(start.array(), 0, unknowns, 0, n * q);
    System.arraycopy(p, 0, unknowns, n * q, n);
  }

  double cost() {
    return cost;
  }

  Matrix points() {
    return Matrix.over(n, q, java.util.Arrays.copyOf(unknowns, n * q));
  }

  double[] intercepts() {
    return java.util.Arrays.copyOfRange(unknowns, n * q, n * q + n);
  }

  /**
   * Goes downhill until it ends.
   *
   * @param repels whether records without an edge must be too far apart for one
   */
  RebuildFit fit(boolean repels) {
    int m = unknowns.length;
    double damping = 1e-2;
    cost = evaluate(unknowns, repels, null, null);
    for (int step = 0; step < MOST_STEPS; step++) {
      Matrix normal = Matrix.zeros(m, m);
      double[] gradient = new double[m];
      evaluate(unknowns, repels, normal, gradient);
      double before = cost;
      for (int retry = 0; retry < MOST_RETRIES && cost == before; retry++) {
        double[] tried = unknowns.clone();
        double[] move = solve(normal, gradient, damping);
        for (int i = 0; i < m; i++) {
          tried[i] -= move[i];
        }
        double found = evaluate(tried, repels, null, null);
        if (found < cost) {
          unknowns = tried;
          cost = found;
          damping = Math.max(damping / 4, 1e-10);
        } else {
          damping *= 4;
        }
      }
      if (before - cost < ENOUGH * before) {
        break;
      }
    }
    return this;
  }

  /**
   * (H + λ diag H) move = gradient. The small constants keep a record defined that no residual
   * holds.
   */
  private static double[] solve(Matrix normal, double[] gradient, double damping) {
    int m = gradient.length;
    Matrix damped = normal.copy();
    for (int i = 0; i < m; i++) {
      double diagonal = normal.at(i, i);
      damped.set(i, i, diagonal + damping * (diagonal + 1e-6) + 1e-14);
    }
    return Blas.solvePositive(damped, gradient);
  }

  /** A sum of squares; adds up the normal equations where there is space for them. */
  private double evaluate(double[] z, boolean repels, Matrix normal, double[] gradient) {
    double sum = 0;
    Row[] rows = new Row[n];
    for (int i = 0; i < n; i++) {
      rows[i] = new Row(normal == null ? 0 : 2 * n * (q + 1));
    }
    Row pair = new Row(2 * q + 4);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double weight = weights[i * n + j];
        double d = squaredDistance(z, i, j);
        double one = share(z, i, d);
        double other = share(z, j, d);
        boolean takesOne = one > 0;
        boolean takesOther = other > 0;
        if (weight > 0 && !takesOne && !takesOther) {
          takesOne = one >= other; // an edge that neither end explains still pulls
          takesOther = !takesOne;
        } else if (!(weight > 0) && !(repels && (takesOne || takesOther))) {
          continue;
        }
        double fitted = 0.5 * ((takesOne ? one : 0) + (takesOther ? other : 0));
        sum += (fitted - weight) * (fitted - weight);
        rows[i].residual += takesOne ? one : 0;
        rows[j].residual += takesOther ? other : 0;
        if (normal != null) {
          pair.clear(fitted - weight);
          if (takesOne) {
            slope(pair, z, new int[] {i, j}, d, 0.5);
            slope(rows[i], z, new int[] {i, j}, d, ROW_WEIGHT);
          }
          if (takesOther) {
            slope(pair, z, new int[] {j, i}, d, 0.5);
            slope(rows[j], z, new int[] {j, i}, d, ROW_WEIGHT);
          }
          pair.addTo(normal, gradient);
        }
      }
    }
    for (Row row : rows) {
      row.residual = ROW_WEIGHT * (row.residual - 1);
      sum += row.residual * row.residual;
      if (normal != null) {
        row.merge();
        row.addTo(normal, gradient);
      }
    }
    return sum;
  }

  private double squaredDistance(double[] z, int i, int j) {
    double d = 0;
    for (int c = 0; c < q; c++) {
      double difference = z[i * q + c] - z[j * q + c];
      d += difference * difference;
    }
    return d;
  }

  /** u_i, as the exponential of an unknown, so that it stays positive. */
  private double scale(double[] z, int i) {
    return ownScale ? Math.exp(z[n * q + n + i]) : 1;
  }

  /**
   * p_i − u_i d, the weight that record i gives at squared distance d; below zero there is no edge.
   */
  private double share(double[] z, int i, double d) {
    return z[n * q + i] - scale(z, i) * d;
  }

  /** Adds the slope of factor (p_i − u_i d_ij) with ends = {i, j}. */
  private void slope(Row row, double[] z, int[] ends, double d, double factor) {
    int i = ends[0];
    int j = ends[1];
    double u = scale(z, i);
    for (int c = 0; c < q; c++) {
      double by = -2 * factor * u * (z[i * q + c] - z[j * q + c]);
      row.add(i * q + c, by);
      row.add(j * q + c, -by);
    }
    row.add(n * q + i, factor);
    if (ownScale) {
      row.add(n * q + n + i, -factor * u * d);
    }
  }

  /** One residual and its slopes. */
  private static final class Row {
    private int[] places;
    private double[] slopes;
    private int count;
    private double residual;

    Row(int room) {
      places = new int[room];
      slopes = new double[room];
    }

    void clear(double newResidual) {
      count = 0;
      residual = newResidual;
    }

    void add(int place, double slope) {
      // A pair's row is short, and its places come twice.
      for (int e = Math.max(0, count - 12); e < count; e++) {
        if (places[e] == place) {
          slopes[e] += slope;
          return;
        }
      }
      if (count == places.length) {
        places = java.util.Arrays.copyOf(places, 2 * count + 8);
        slopes = java.util.Arrays.copyOf(slopes, 2 * count + 8);
      }
      places[count] = place;
      slopes[count++] = slope;
    }

    /** Adds up slopes of the same place. */
    void merge() {
      java.util.Map<Integer, Integer> first = new java.util.HashMap<>();
      int kept = 0;
      for (int e = 0; e < count; e++) {
        Integer known = first.putIfAbsent(places[e], kept);
        if (known == null) {
          places[kept] = places[e];
          slopes[kept++] = slopes[e];
        } else {
          slopes[known] += slopes[e];
        }
      }
      count = kept;
    }

    void addTo(Matrix normal, double[] gradient) {
      double[] h = normal.array();
      int m = gradient.length;
      for (int a = 0; a < count; a++) {
        gradient[places[a]] += slopes[a] * residual;
        for (int b = 0; b < count; b++) {
          if (places[b] <= places[a]) {
            h[places[a] * m + places[b]] += slopes[a] * slopes[b];
          }
        }
      }
    }
  }
}
