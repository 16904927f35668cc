package io.coterie.bench.tables;

import java.util.Arrays;

/**
 * The density of records at a distance from their center, the same in every direction: that of the
 * distances, by normal kernels on a grid, over the surface of a sphere of that radius.
 */
final class RadialDensity {
  private static final int POINTS = 401;

  /** Below this part of the grid the density is held as it is there: spheres get too small. */
  private static final double INNER = 0.05;

  private final double width;
  private final double[] logs;

  private RadialDensity(double width, double[] logs) {
    this.width = width;
    this.logs = logs;
  }

  /**
   * Estimates a density, up to a constant factor.
   *
   * @param nearest the distance of each record to its nearest center
   * @param largest distance that may be asked for
   * @param dimensions how many numbers a record has
   */
  static RadialDensity of(double[] nearest, double largest, int dimensions) {
    double width = Math.max(largest, Double.MIN_NORMAL) / (POINTS - 1);
    double[] masses = new double[POINTS];
    for (double distance : nearest) {
      double at = distance / width;
      int below = (int) Math.min(POINTS - 2.0, at);
      masses[below + 1] += at - below;
      masses[below] += 1 - (at - below);
    }
    double bandwidth = Math.max(bandwidth(nearest), width);
    double[] density = new double[POINTS];
    double least = Double.POSITIVE_INFINITY;
    for (int p = 0; p < POINTS; p++) {
      for (int q = 0; q < POINTS; q++) {
        double steps = (p - q) * width / bandwidth;
        density[p] += masses[q] * Math.exp(-steps * steps / 2);
      }
      least = density[p] > 0 ? Math.min(least, density[p]) : least;
    }
    double[] logs = new double[POINTS];
    int inner = (int) Math.ceil(INNER * POINTS);
    for (int p = POINTS - 1; p >= 0; p--) {
      // Where there is no density, a hundredth of the least, so that a record still has a nearest.
      double own = density[p] > 0 ? density[p] : least / 100;
      logs[p] = p < inner ? logs[inner] : Math.log(own) - (dimensions - 1) * Math.log(p * width);
    }
    return new RadialDensity(width, logs);
  }

  /** Silverman's rule (1986, eq. 3.31). */
  private static double bandwidth(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double mean = Arrays.stream(sorted).average().orElse(0);
    double squares = Arrays.stream(sorted).map(value -> (value - mean) * (value - mean)).sum();
    double deviation = Math.sqrt(squares / Math.max(1, sorted.length - 1));
    double middle = (sorted[sorted.length * 3 / 4] - sorted[sorted.length / 4]) / 1.34;
    double spread = middle > 0 ? Math.min(deviation, middle) : deviation;
    return 0.9 * spread * Math.pow(sorted.length, -0.2);
  }

  /** Returns the logarithm of the density, between two points of the grid in proportion. */
  double log(double distance) {
    double at = Math.min(distance / width, POINTS - 1.0);
    int below = (int) Math.min(POINTS - 2.0, at);
    double part = at - below;
    return (1 - part) * logs[below] + part * logs[below + 1];
  }
}
