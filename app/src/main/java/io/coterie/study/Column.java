package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.PeerText;
import java.util.Optional;

/**
 * One feature of the records.
 *
 * @param bounds what a value can be, agreed on before anybody looked at the data
 */
public record Column(String name, Optional<Bounds> bounds) {
  static final int LONGEST_NAME = 200;

  /** Public limits of a feature. */
  public record Bounds(double lower, double upper) {
    public Bounds {
      double range = upper - lower;
      if (!(range > 0 && range < Double.POSITIVE_INFINITY)) {
        throw CoterieException.usage(
            "The bounds are %s and %s; both must be finite, the upper one larger."
                .formatted(lower, upper));
      }
    }
  }

  public Column {
    requireNonNull(name, "name is null");
    requireNonNull(bounds, "bounds is null");
    // Characters that a screen does not show could make two names look the same.
    if (name.isBlank()
        || name.length() > LONGEST_NAME
        || !name.codePoints().allMatch(PeerText::isVisible)) {
      throw CoterieException.usage(
          "A column's name in the schema is not usable; it must have 1 to %d visible characters."
              .formatted(LONGEST_NAME));
    }
  }

  public Column(String name) {
    this(name, Optional.empty());
  }
}
