package io.coterie.method.dplloyd;

import io.coterie.message.Payload;
import io.coterie.message.internal.FeatureRange;

/**
 * How many records a site has and the smallest box around them. It names extreme records' values,
 * without noise.
 *
 * @param records their number
 * @param range the smallest and largest value of each feature
 */
record RecordBox(double records, FeatureRange range) implements Payload {
  RecordBox union(RecordBox other) {
    return new RecordBox(records + other.records, range.union(other.range));
  }
}
