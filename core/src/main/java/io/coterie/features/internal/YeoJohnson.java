package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Optional;

/**
 * Bends each feature by a power (I.-K. Yeo, R. A. Johnson 2000): a value z of 0 and more becomes
 * ((1 + z)^λ − 1)/λ, a smaller one −((1 − z)^(2−λ) − 1)/(2 − λ). Exponents are halves, so that a
 * power is a product of square roots, which every machine computes alike.
 *
 * @param halves 2 λ of each feature, from {@value #LEAST} to {@value #MOST}; 2 leaves it as it is
 */
public record YeoJohnson(IntVector halves) implements RecordMap {
  public static final int LEAST = -2;
  public static final int MOST = 6;

  /** λ = 1. */
  public static final int NONE = 2;

  /** Values further out than this, in what they were standardized by, are put there. */
  public static final double FARTHEST = 8;

  public YeoJohnson {
    for (int half : halves.toArray()) {
      if (half < LEAST || half > MOST) {
        throw new IllegalArgumentException("An exponent is out of range.");
      }
    }
  }

  /** Returns the value of one number; NaN stays NaN. */
  public static double of(double z, int half) {
    if (half == NONE || Double.isNaN(z)) {
      return z;
    }
    double size = Math.min(FARTHEST, Math.abs(z));
    int power = z >= 0 ? half : 2 * NONE - half;
    double bent = power == 0 ? StrictMath.log1p(size) : (power(size, power) - 1) / (0.5 * power);
    return z >= 0 ? bent : -bent;
  }

  /** (1 + size)^(power / 2). */
  private static double power(double size, int power) {
    double root = Math.sqrt(1 + size);
    double product = 1;
    for (int k = 0; k < Math.abs(power); k++) {
      product *= root;
    }
    return power < 0 ? 1 / product : product;
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    return records.map((i, j, value) -> of(value, halves.at(j)));
  }

  @Override
  public boolean keepsColumns() {
    return true;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    return Optional.of(mapped.map((i, j, value) -> back(value, halves.at(j))));
  }

  private static double back(double bent, int half) {
    if (half == NONE || Double.isNaN(bent)) {
      return bent;
    }
    int power = bent >= 0 ? half : 2 * NONE - half;
    double size = Math.abs(bent);
    // Of negative powers all values are below a limit; what is beyond it came from far out.
    double inner = 1 + 0.5 * power * size;
    double value =
        power == 0 ? Math.expm1(size) : inner <= 0 ? FARTHEST : Math.pow(inner, 2.0 / power) - 1;
    double within = Math.min(FARTHEST, value);
    return bent >= 0 ? within : -within;
  }
}
