package io.coterie.privacy;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;

public record Lattice(int bits) {
  public Matrix quantize(Matrix points, double radius, Parallel parallel) {
    Matrix r = points.copy();
    int d = r.columns();
    long limit = 1L << (2 * bits);
    double unit = (1L << bits) / radius;
    for (int i = 0; i < r.rows(); i++) {
      double shrink = 1;
      while (true) {
        long n2 = 0;
        for (int j = 0; j < d; j++) {
          double v = points.at(i, j) * unit;
          v = Double.isNaN(v) ? 0 : Math.max(-1e6, Math.min(1e6, v));
          double q = shrink == 1 ? Math.rint(v) : Math.signum(v) * Math.floor(Math.abs(v) * shrink);
          r.set(i, j, q);
          long w = (long) q;
          n2 += w * w;
        }
        if (n2 <= limit) {
          break;
        }
        shrink *= Math.sqrt((double) limit / n2) * (1 - 1e-9);
      }
    }
    return r;
  }
}
