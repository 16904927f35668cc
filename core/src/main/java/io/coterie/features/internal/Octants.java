package io.coterie.features.internal;

/**
 * Where the angle of a vector lies between two of the eight directions 0°, 45°, ..., 315°, numbered
 * 0 .. 7: in which octant, that is between which axis and which diagonal, and how far from the axis
 * to the diagonal. Without branches, which gradients would make a processor guess wrong, and
 * several times faster than {@link Math#atan2}: within 1e-11 of it, by a Taylor step from a table.
 */
final class Octants {
  private static final int NODES = 512;
  private static final double PER_RADIAN = 4 / Math.PI;
  private static final double[] ANGLES = new double[NODES + 1];
  private static final double[] SLOPES = new double[NODES + 1];

  /**
   * The direction of the axis that bounds an octant: nearer to the y axis (1), x negative (2), y
   * negative (4).
   */
  static final int[] AXES = {0, 2, 4, 2, 0, 6, 4, 6};

  static final int[] DIAGONALS = {1, 1, 3, 3, 7, 7, 5, 5};

  static {
    for (int i = 0; i <= NODES; i++) {
      double t = i / (double) NODES;
      ANGLES[i] = Math.atan(t);
      SLOPES[i] = 1 / (1 + t * t);
    }
  }

  private Octants() {}

  static int of(double y, double x) {
    return sign(Math.abs(x) - Math.abs(y)) | sign(x) << 1 | sign(y) << 2;
  }

  private static int sign(double value) {
    return (int) (Double.doubleToRawLongBits(value) >>> 63);
  }

  /**
   * Returns the angle between a vector and its octant's axis in eighths of a turn, 0 .. 1; the
   * vector must not be zero.
   */
  // atan(t + δ) = atan t + u − t u² + (t² − ⅓) u³ − …, with u = δ / (1 + t²).
  static double fromAxis(double y, double x) {
    double ratio = Math.min(Math.abs(x), Math.abs(y)) / Math.max(Math.abs(x), Math.abs(y));
    int node = (int) (ratio * NODES + 0.5);
    double t = node * (1.0 / NODES);
    double u = (ratio - t) * SLOPES[node];
    double step = u * (1 - u * (t - u * (t * t - 1.0 / 3)));
    return (ANGLES[node] + step) * PER_RADIAN;
  }
}
