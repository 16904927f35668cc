package io.coterie.partition;

import java.util.SplittableRandom;

/**
 * The Gamma distribution of scale 1.
 *
 * <p>G. Marsaglia, W. W. Tsang. <i>A Simple Method for Generating Gamma Variables</i>. 2000. A try
 * is accepted with probability above 0.95 for every shape, so a draw takes about one.
 *
 * <p>Immutable.
 */
record GammaDistribution(double shape) {
  /** Returns the logarithm of a draw, which stays finite where the draw itself rounds to zero. */
  double logOfDraw(SplittableRandom random) {
    if (shape >= 1) {
      return logOfDraw(shape, random);
    }
    // Section 6 of the paper: a draw for shape + 1 times U^(1 / shape).
    return logOfDraw(shape + 1, random) + Math.log(1 - random.nextDouble()) / shape;
  }

  private static double logOfDraw(double shape, SplittableRandom random) {
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double root = 1 + c * x;
      if (root > 0) {
        double v = root * root * root;
        double logOfUniform = Math.log(1 - random.nextDouble());
        if (logOfUniform < x * x / 2 + d - d * v + d * Math.log(v)) {
          return Math.log(d) + Math.log(v);
        }
      }
    }
  }
}
