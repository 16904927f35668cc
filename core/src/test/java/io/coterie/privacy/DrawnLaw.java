package io.coterie.privacy;

import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Draws of a law on the whole numbers, and how far they are from what the law says. Each distance
 * is 1 where a correct sampler gets that far for 1 seed in 10⁶, and grows with the fault.
 */
public final class DrawnLaw {
  private static final int FEWEST_EXPECTED = 20;
  private static final double NORMAL_QUANTILE = 4.7534; // of 1 − 10⁻⁶
  private static final double KOLMOGOROV_QUANTILE = 2.694; // √(ln(2·10⁶)/2), of 1 − 10⁻⁶

  private final long[] draws;

  private DrawnLaw(long[] draws) {
    this.draws = draws;
  }

  public static DrawnLaw of(int count, long seed, ToLongFunction<NoiseSource> sampler) {
    NoiseSource source = NoiseSource.repeatable(new Seed(seed));
    long[] draws = new long[count];
    for (int i = 0; i < count; i++) {
      draws[i] = sampler.applyAsLong(source);
    }
    return new DrawnLaw(draws);
  }

  /**
   * Returns Pearson's χ² over its quantile (Wilson and Hilferty), with one cell for every number of
   * 20 expected draws or more and one for all others.
   */
  public double chiSquare(LongToDoubleFunction probability) {
    int reach = 0;
    while (draws.length * probability.applyAsDouble(reach + 1) >= FEWEST_EXPECTED) {
      reach++;
    }
    long[] seen = new long[2 * reach + 1];
    long rest = 0;
    for (long draw : draws) {
      if (Math.abs(draw) <= reach) {
        seen[(int) draw + reach]++;
      } else {
        rest++;
      }
    }
    double statistic = 0;
    double others = draws.length;
    for (int k = -reach; k <= reach; k++) {
      double expected = draws.length * probability.applyAsDouble(k);
      statistic += square(seen[k + reach] - expected) / expected;
      others -= expected;
    }
    statistic += square(rest - others) / Math.max(1, others);
    double freedom = 2 * reach + 1;
    double ninth = 2 / (9 * freedom);
    return statistic / (freedom * Math.pow(1 - ninth + NORMAL_QUANTILE * Math.sqrt(ninth), 3));
  }

  /** Returns Kolmogorov's distance to the normal law over its quantile, for a wide discrete law. */
  public double distanceToNormal(double sigma) {
    long[] sorted = draws.clone();
    Arrays.sort(sorted);
    double distance = 0;
    for (int i = 0; i < sorted.length; i++) {
      double below = normalCdf(sorted[i] / sigma);
      distance = Math.max(distance, Math.abs(below - (i + 0.5) / sorted.length));
    }
    return distance * Math.sqrt(sorted.length) / KOLMOGOROV_QUANTILE;
  }

  public long[] draws() {
    return draws.clone();
  }

  public double meanSquare() {
    double sum = 0;
    for (long draw : draws) {
      sum += (double) draw * draw;
    }
    return sum / draws.length;
  }

  public double mean() {
    double sum = 0;
    for (long draw : draws) {
      sum += draw;
    }
    return sum / draws.length;
  }

  public static double laplace(long k, double scale) {
    return Math.tanh(0.5 / scale) * Math.exp(-Math.abs(k) / scale);
  }

  public static LongToDoubleFunction gaussian(double variance) {
    double total = 0;
    int reach = (int) (40 * Math.sqrt(variance)) + 40;
    for (int k = -reach; k <= reach; k++) {
      total += Math.exp(-(double) k * k / (2 * variance));
    }
    double all = total;
    return k -> Math.exp(-(double) k * k / (2 * variance)) / all;
  }

  // Φ by the series φ(x)(x + x³/3 + x⁵/15 + …), good to 10⁻¹² in the range of a million draws.
  private static double normalCdf(double x) {
    double term = x;
    double sum = x;
    for (int i = 1; i < 200; i++) {
      term *= x * x / (2 * i + 1);
      sum += term;
    }
    return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  private static double square(double value) {
    return value * value;
  }
}
