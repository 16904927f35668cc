package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import java.io.Serializable;

/**
 * One step of fuzzy c-means as sums over points: per center Σ u^m and Σ u^m x, where a point's
 * memberships are
 *
 * <pre>u_c = D_c^(−1/(m−1)) / Σ_b D_b^(−1/(m−1)),    D_c = ‖x − v_c‖²</pre>
 *
 * <p>They are taken as logarithms, so that a fuzzifier near one or distances of any size neither
 * overflow nor vanish. A point on a center belongs to it alone, or in equal parts to all that
 * coincide there.
 *
 * <p>J. C. Bezdek. <i>Pattern Recognition with Fuzzy Objective Function Algorithms</i>. 1981.
 *
 * @param centers v, one row each
 * @param fuzzifier m, above 1
 */
public record FuzzyCMeans(Matrix centers, double fuzzifier) implements Serializable {
  // Rows whose sums one task adds up; fixed, so that sums do not depend on the threads.
  private static final int BLOCK = 1024;

  public FuzzyCMeans {
    if (!(fuzzifier > 1 && fuzzifier < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The fuzzifier is %s; it must be finite and above 1.".formatted(fuzzifier));
    }
  }

  /**
   * What the points add up to.
   *
   * @param masses Σ u^m of each center
   * @param sums Σ u^m x of each center, one row each
   */
  public record Sums(Vector masses, Matrix sums) implements Serializable {}

  public Sums sums(Matrix points, Parallel parallel) {
    int count = centers.rows();
    int d = centers.columns();
    int blocks = (points.rows() + BLOCK - 1) / BLOCK;
    // One row per block: the masses, then the sums.
    Matrix parts = Matrix.zeros(blocks, count * (d + 1));
    parallel.forBlocks(
        points.rows(),
        BLOCK,
        (block, from, to) -> {
          double[] into = new double[parts.columns()];
          double[] weights = new double[count];
          for (int i = from; i < to; i++) {
            weigh(points, i, weights);
            add(points, i, weights, into);
          }
          System.arraycopy(into, 0, parts.array(), block * into.length, into.length);
        });
    double[] masses = new double[count];
    Matrix sums = Matrix.zeros(count, d);
    for (int block = 0; block < blocks; block++) {
      for (int c = 0; c < count; c++) {
        masses[c] += parts.at(block, c);
      }
      for (int k = 0; k < count * d; k++) {
        sums.array()[k] += parts.at(block, count + k);
      }
    }
    return new Sums(Vector.of(masses), sums);
  }

  private void add(Matrix points, int point, double[] weights, double[] into) {
    int d = points.columns();
    for (int c = 0; c < weights.length; c++) {
      into[c] += weights[c];
      int at = weights.length + c * d;
      for (int j = 0; j < d; j++) {
        into[at + j] += weights[c] * points.at(point, j);
      }
    }
  }

  /** Fills in u^m of one point. */
  void weigh(Matrix points, int point, double[] weights) {
    double largest = Double.NEGATIVE_INFINITY;
    int onCenters = 0;
    for (int c = 0; c < weights.length; c++) {
      double distance = points.squaredDistance(point, centers, c);
      onCenters += distance == 0 ? 1 : 0;
      weights[c] = -Math.log(distance) / (fuzzifier - 1);
      largest = Math.max(largest, weights[c]);
    }
    if (onCenters > 0) {
      for (int c = 0; c < weights.length; c++) {
        weights[c] = weights[c] == Double.POSITIVE_INFINITY ? Math.pow(onCenters, -fuzzifier) : 0;
      }
      return;
    }
    double sum = 0;
    for (double weight : weights) {
      sum += Math.exp(weight - largest);
    }
    double normalizer = largest + Math.log(sum);
    for (int c = 0; c < weights.length; c++) {
      weights[c] = Math.exp(fuzzifier * (weights[c] - normalizer));
    }
  }

  /** A center without mass stays where it is: the quotient of both sums is 0/0 there. */
  public Matrix moved(Sums total) {
    Vector masses = total.masses();
    return centers.map(
        (c, j, old) -> masses.at(c) > 0 ? total.sums().at(c, j) / masses.at(c) : old);
  }
}
