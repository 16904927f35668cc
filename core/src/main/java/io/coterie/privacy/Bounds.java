package io.coterie.privacy;

/**
 * The public bounds of a feature, agreed on before anybody looks at data. They map to [−1, 1]; what
 * lies outside is moved to the nearer bound, and what is no number to the middle.
 */
public record Bounds(double low, double high) {
  public Bounds {
    if (!(Math.abs(low) <= Double.MAX_VALUE && Math.abs(high) <= Double.MAX_VALUE)
        || !(high / 2 - low / 2 > 0)) {
      throw new IllegalArgumentException(
          "The bounds are %s and %s; they must be finite, and the first less than the second."
              .formatted(low, high));
    }
  }

  /** Returns where a value lies: −1 at the low bound, 1 at the high one. Any double is allowed. */
  public double toUnit(double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    // Halves, as high − low may be more than a double holds.
    double half = high / 2 - low / 2;
    double middle = high / 2 + low / 2;
    double clipped = Math.max(low, Math.min(high, value));
    return Math.max(-1, Math.min(1, (clipped - middle) / half));
  }
}
