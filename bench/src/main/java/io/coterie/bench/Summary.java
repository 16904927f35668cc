package io.coterie.bench;

import java.util.Locale;
import java.util.Optional;

/**
 * A score over the seeds.
 *
 * @param deviation with n − 1 below; 0 for a single seed
 */
public record Summary(double mean, double deviation, int count) {
  /** Returns the mean and the spread of values; nothing of none. */
  public static Optional<Summary> of(double... values) {
    if (values.length == 0) {
      return Optional.empty();
    }
    double mean = 0;
    for (double value : values) {
      mean += value / values.length;
    }
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double deviation = values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0;
    return Optional.of(new Summary(mean, deviation, values.length));
  }

  /** Returns a score as the tables show it: .973, 1.000. */
  public static String text(double score) {
    String text = String.format(Locale.ROOT, "%.3f", score);
    return text.startsWith("0") ? text.substring(1) : text;
  }

  @Override
  public String toString() {
    return count > 1 ? text(mean) + " ± " + text(deviation) : text(mean);
  }
}
