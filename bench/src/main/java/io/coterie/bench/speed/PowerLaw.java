package io.coterie.bench.speed;

import java.util.OptionalDouble;

/** The exponent of a cost that grows as a power of the size. */
final class PowerLaw {
  private PowerLaw() {}

  /** Returns the slope of least squares of log cost over log size; empty for fewer than 2 sizes. */
  static OptionalDouble exponent(double[] sizes, double[] costs) {
    int n = sizes.length;
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < n; i++) {
      meanX += Math.log(sizes[i]) / n;
      meanY += Math.log(costs[i]) / n;
    }
    double squares = 0;
    double products = 0;
    for (int i = 0; i < n; i++) {
      double x = Math.log(sizes[i]) - meanX;
      squares += x * x;
      products += x * (Math.log(costs[i]) - meanY);
    }
    return n < 2 || squares == 0 ? OptionalDouble.empty() : OptionalDouble.of(products / squares);
  }
}
