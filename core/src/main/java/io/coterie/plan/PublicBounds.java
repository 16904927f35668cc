package io.coterie.plan;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.math.Vector;
import java.io.Serializable;

/**
 * Limits of every feature that were agreed on before anybody looked at the data: what a value can
 * be, not what it was found to be.
 *
 * @param lower smallest value of each feature
 * @param upper largest value of each feature
 */
public record PublicBounds(Vector lower, Vector upper) implements Serializable {
  public PublicBounds {
    requireNonNull(lower, "lower is null");
    requireNonNull(upper, "upper is null");
    if (lower.size() != upper.size()) {
      throw CoterieException.badData(
          "There are %d lower bounds but %d upper ones; each feature needs both."
              .formatted(lower.size(), upper.size()));
    }
    for (int j = 0; j < lower.size(); j++) {
      double range = upper.at(j) - lower.at(j);
      if (!(range > 0 && range < Double.POSITIVE_INFINITY)) {
        throw CoterieException.badData(
            "The bounds of feature %d are %s and %s; both must be finite, the upper one larger."
                .formatted(j + 1, lower.at(j), upper.at(j)));
      }
    }
  }

  public static PublicBounds same(double lower, double upper, int dimension) {
    double[] all = new double[dimension];
    java.util.Arrays.fill(all, lower);
    Vector lowers = Vector.of(all.clone());
    java.util.Arrays.fill(all, upper);
    return new PublicBounds(lowers, Vector.of(all));
  }

  public int dimension() {
    return lower.size();
  }
}
