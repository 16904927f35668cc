package io.coterie.features;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Fields;
import io.coterie.message.Payload;
import java.util.Optional;

/**
 * One step from a record as read to the point that is clustered; the same for every record. Add-ons
 * bring further ones, see {@link io.coterie.message.KindProvider}.
 */
public interface RecordMap extends Payload {
  /** Returns the step of a kind with the given fields, or says what does not fit. */
  static RecordMap of(String kind, Fields fields) {
    return RecordMaps.KINDS.build(kind, fields);
  }

  Matrix apply(Matrix records, Parallel parallel);

  /**
   * Returns the records behind mapped points, as far as the step can be undone: what it cut off
   * stays off. Nothing where there is no way back.
   */
  default Optional<Matrix> back(Matrix mapped) {
    return Optional.empty();
  }

  /** As many as before unless overridden. */
  default int outputDimension(int inputDimension) {
    return inputDimension;
  }
}
