package io.coterie.features;

import io.coterie.features.internal.Box;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.CosineBasis;
import io.coterie.features.internal.HogMap;
import io.coterie.features.internal.LevelIndicators;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.OnLattice;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Regress;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.Standardize;
import io.coterie.features.internal.YeoJohnson;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Fields;
import io.coterie.message.KindProvider;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.message.internal.KindTable;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One step from a record as read to the point that is clustered; the same for every record. Add-ons
 * bring further ones, see {@link KindProvider}.
 */
public interface RecordMap extends Payload {
  /** Every kind of step, in the order of their names; those of add-ons come last. */
  KindTable<RecordMap> KINDS =
      new KindTable<>(
          "step",
          Stream.concat(
                  Stream.<PayloadKind<? extends RecordMap>>of(
                      PayloadKind.of(Box.class),
                      PayloadKind.of(ClipRows.class),
                      PayloadKind.of(CosineBasis.class),
                      PayloadKind.of(FillMissing.class),
                      PayloadKind.of(HogMap.class),
                      PayloadKind.of(LevelIndicators.class),
                      PayloadKind.of(NormalizeRows.class),
                      PayloadKind.of(OnLattice.class),
                      PayloadKind.of(Project.class),
                      PayloadKind.of(Regress.class),
                      PayloadKind.of(SignedLog.class),
                      PayloadKind.of(Standardize.class),
                      PayloadKind.of(YeoJohnson.class)),
                  KindProvider.of(RecordMap.class).stream())
              .toList());

  /** Returns the step of a kind with the given fields, or says what does not fit. */
  static RecordMap of(String kind, Fields fields) {
    return KINDS.build(kind, fields);
  }

  Matrix apply(Matrix records, Parallel parallel);

  /**
   * Returns the records behind mapped points, as far as the step can be undone: what it cut off
   * stays off. Nothing where there is no way back.
   */
  default Optional<Matrix> back(Matrix mapped) {
    return Optional.empty();
  }

  /** Returns whether values that are missing (NaN) are none afterwards. */
  default boolean fillsMissing() {
    return false;
  }

  /** Returns whether each value afterwards is of the one column that was at its place. */
  default boolean keepsColumns() {
    return false;
  }

  /** As many as before unless overridden. */
  default int outputDimension(int inputDimension) {
    return inputDimension;
  }
}
