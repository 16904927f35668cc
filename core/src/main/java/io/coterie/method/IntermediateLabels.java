package io.coterie.method;

import static java.util.Objects.requireNonNull;

import io.coterie.math.Matrix;
import io.coterie.message.Labels;
import java.util.Optional;

/**
 * What a site makes of its own records on the way to the answer. It stays at the site, as the final
 * labels do; a benchmark, which is all sites at once, follows a method by it.
 *
 * @param stage of the method, such as "prototype round"
 * @param round of that stage; 0 before the first
 * @param labels of the records, where there are any yet
 * @param points the records as the site embeds them
 */
public record IntermediateLabels(String stage, int round, Optional<Labels> labels, Matrix points) {
  public IntermediateLabels {
    requireNonNull(stage, "stage is null");
    requireNonNull(labels, "labels is null");
    requireNonNull(points, "points is null");
    if (labels.isPresent() && labels.get().size() != points.rows()) {
      throw new IllegalArgumentException(
          "There are %d labels for %d points.".formatted(labels.get().size(), points.rows()));
    }
  }
}
