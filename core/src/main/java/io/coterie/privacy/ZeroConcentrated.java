package io.coterie.privacy;

public final class ZeroConcentrated {
  private ZeroConcentrated() {}

  public static double epsilon(double rho, double delta) {
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 4000; i++) {
      double a = 1 + Math.pow(10, -3 + 7.0 * i / 4000);
      best =
          Math.min(
              best, rho * a + (Math.log(1 / delta) - Math.log(a)) / (a - 1) + Math.log1p(-1 / a));
    }
    return best;
  }

  public static double rho(double epsilon, double delta) {
    double lo = 1e-9;
    double hi = 200;
    for (int i = 0; i < 60; i++) {
      double mid = Math.sqrt(lo * hi);
      if (epsilon(mid, delta) > epsilon) {
        hi = mid;
      } else {
        lo = mid;
      }
    }
    return lo;
  }
}
