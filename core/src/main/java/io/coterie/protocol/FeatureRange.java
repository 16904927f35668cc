package io.coterie.protocol;

import io.coterie.math.Vector;
import java.util.List;

/**
 * The smallest and largest value of each feature at a site. It names extreme records' values, so it
 * is asked for only where scaling by the range was.
 *
 * @param smallest per feature; +∞ where every value is missing
 * @param largest per feature; −∞ where every value is missing
 */
public record FeatureRange(Vector smallest, Vector largest) implements Payload {
  /** Returns the range over both. */
  public FeatureRange union(FeatureRange other) {
    double[] low = smallest.toArray();
    double[] high = largest.toArray();
    for (int j = 0; j < low.length; j++) {
      low[j] = Math.min(low[j], other.smallest.at(j));
      high[j] = Math.max(high[j], other.largest.at(j));
    }
    return new FeatureRange(Vector.of(low), Vector.of(high));
  }

  @Override
  public String kind() {
    return "feature-range";
  }

  @Override
  public List<Field> fields() {
    return List.of(Field.numbers("smallest", smallest), Field.numbers("largest", largest));
  }
}
