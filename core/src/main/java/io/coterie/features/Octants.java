package io.coterie.features;

/**
 * The angle of a vector in eighths of a turn, 0 .. 8, several times faster than {@link Math#atan2}
 * and within 1e-11 of it: the octant by comparison, the rest by a Taylor step from a table.
 */
final class Octants {
  private static final int NODES = 512;
  private static final double PER_RADIAN = 4 / Math.PI;
  private static final double[] ANGLES = new double[NODES + 1];
  private static final double[] SLOPES = new double[NODES + 1];

  static {
    for (int i = 0; i <= NODES; i++) {
      double t = i / (double) NODES;
      ANGLES[i] = Math.atan(t);
      SLOPES[i] = 1 / (1 + t * t);
    }
  }

  private Octants() {}

  /** Returns atan2(y, x) · 4/π, from 0 to 8; the vector must not be zero. */
  static double of(double y, double x) {
    double ax = Math.abs(x);
    double ay = Math.abs(y);
    double quarter = ay <= ax ? arcTangent(ay / ax) : 2 - arcTangent(ax / ay);
    double half = x < 0 ? 4 - quarter : quarter;
    return y < 0 ? 8 - half : half;
  }

  // atan(t + δ) = atan t + u − t u² + (t² − ⅓) u³ − …, with u = δ / (1 + t²).
  private static double arcTangent(double ratio) {
    int node = (int) (ratio * NODES + 0.5);
    double t = node * (1.0 / NODES);
    double u = (ratio - t) * SLOPES[node];
    double step = u * (1 - u * (t - u * (t * t - 1.0 / 3)));
    return (ANGLES[node] + step) * PER_RADIAN;
  }
}
