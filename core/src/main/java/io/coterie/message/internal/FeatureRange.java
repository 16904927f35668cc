package io.coterie.message.internal;

import io.coterie.math.Vector;
import io.coterie.message.Payload;
import java.util.Arrays;

/**
 * The smallest and largest value of each feature at a site. It names extreme records' values, so it
 * is asked for only where scaling by the range was.
 *
 * @param smallest per feature; the largest double where every value is missing
 * @param largest per feature; the smallest double where every value is missing
 */
public record FeatureRange(Vector smallest, Vector largest) implements Payload {
  public FeatureRange {
    if (smallest.size() != largest.size()) {
      throw new IllegalArgumentException(
          "%d smallest values but %d largest.".formatted(smallest.size(), largest.size()));
    }
  }

  /** Returns the range of no values, which is within every other; all of it is finite. */
  public static FeatureRange none(int features) {
    double[] smallest = new double[features];
    Arrays.fill(smallest, Double.MAX_VALUE);
    double[] largest = new double[features];
    Arrays.fill(largest, -Double.MAX_VALUE);
    return new FeatureRange(Vector.of(smallest), Vector.of(largest));
  }

  public FeatureRange union(FeatureRange other) {
    double[] low = smallest.toArray();
    double[] high = largest.toArray();
    for (int j = 0; j < low.length; j++) {
      low[j] = Math.min(low[j], other.smallest.at(j));
      high[j] = Math.max(high[j], other.largest.at(j));
    }
    return new FeatureRange(Vector.of(low), Vector.of(high));
  }
}
