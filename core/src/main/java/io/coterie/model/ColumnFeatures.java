package io.coterie.model;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.LevelIndicators;
import io.coterie.features.internal.SignedLog;
import io.coterie.features.internal.YeoJohnson;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which features of a point come from which column of a record as read.
 *
 * @param widths how many features each column becomes
 * @param levels the step that makes features of levels, if there is one
 * @param rest the steps after it, which keep the features apart
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ColumnFeatures(int[] widths, Optional<LevelIndicators> levels, Representation rest) {
  /** Empty where a step mixes the columns. */
  static Optional<ColumnFeatures> of(FittedModel model) {
    List<RecordMap> steps = model.representation().steps();
    Optional<LevelIndicators> levels =
        steps.stream()
            .limit(1)
            .filter(LevelIndicators.class::isInstance)
            .map(LevelIndicators.class::cast)
            .findFirst();
    int[] widths = new int[model.dimension()];
    for (int j = 0; j < widths.length; j++) {
      int column = j;
      widths[j] = levels.map(step -> step.features(column)).orElse(1);
    }
    Representation rest =
        new Representation(steps.subList(levels.isPresent() ? 1 : 0, steps.size()));
    return rest.steps().stream().allMatch(RecordMap::keepsColumns)
        ? Optional.of(new ColumnFeatures(widths, levels, rest))
        : Optional.empty();
  }

  int count() {
    return Arrays.stream(widths).sum();
  }

  /** Returns the place of a column's level among its features, −1 where it counts as missing. */
  int place(int column, int level) {
    LevelIndicators step = levels.orElseThrow();
    return step.places().at(step.first(column) + level);
  }

  /** Returns whether a column holds levels, so that its features are shares. */
  boolean isOfLevels(int column) {
    return levels.map(step -> step.levels().at(column) > 0).orElse(false);
  }

  /** Returns whether a mean of a feature is none of the column, since steps bend it. */
  boolean isBent(int feature) {
    return rest.steps().stream()
        .anyMatch(
            step ->
                step instanceof SignedLog
                    || (step instanceof YeoJohnson bend
                        && bend.halves().at(feature) != YeoJohnson.NONE));
  }
}
