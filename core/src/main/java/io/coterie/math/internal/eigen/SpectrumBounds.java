package io.coterie.math.internal.eigen;

/** Holds all eigenvalues of an operator; the ends may be infinite. */
public record SpectrumBounds(double low, double high) {
  public static final SpectrumBounds UNKNOWN =
      new SpectrumBounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  public SpectrumBounds {
    if (!(low <= high)) {
      throw new IllegalArgumentException(
          "A spectrum from %s to %s is empty; the low end must not exceed the high end."
              .formatted(low, high));
    }
  }

  /** What lies in both intervals, or the gap where roundoff drives them apart. */
  SpectrumBounds and(SpectrumBounds other) {
    double from = Math.max(low, other.low);
    double to = Math.min(high, other.high);
    return new SpectrumBounds(Math.min(from, to), Math.max(from, to));
  }
}
