package io.coterie.audit.internal.membership;

import io.coterie.privacy.Mechanism;

/**
 * The stated law of the noise on an entry, as log-probabilities of whole numbers.
 *
 * @param isGaussian −x²/(2σ²) rather than −|x|/b
 * @param width 2σ² or b
 * @param logNormalizer what makes the probabilities sum to one
 */
record NoiseLaw(boolean isGaussian, double width, double logNormalizer) {
  /** Beyond this σ the sum Σ exp(−k²/(2σ²)) is σ√(2π) to every digit of a double. */
  private static final double WIDE = 4;

  /** Paired entries have half the variance. */
  static NoiseLaw of(Mechanism mechanism, boolean isPaired) {
    if (mechanism.law() == Mechanism.Law.GAUSSIAN) {
      return gaussian(isPaired ? mechanism.variance() / 2 : mechanism.variance());
    }
    double q = Math.exp(-1 / mechanism.scale());
    return new NoiseLaw(false, mechanism.scale(), Math.log((1 + q) / (1 - q)));
  }

  /** For a discrete Gaussian the normalizer has no closed form; a narrow one is summed up. */
  private static NoiseLaw gaussian(double variance) {
    double sigma = Math.sqrt(variance);
    double sum = sigma * Math.sqrt(2 * Math.PI);
    if (sigma < WIDE) {
      sum = 1;
      for (int k = 1; k < 40 * WIDE; k++) {
        sum += 2 * Math.exp(-0.5 * k * k / variance);
      }
    }
    return new NoiseLaw(true, 2 * variance, Math.log(sum));
  }

  double logProbability(double noise) {
    return -(isGaussian ? noise * noise : Math.abs(noise)) / width - logNormalizer;
  }
}
