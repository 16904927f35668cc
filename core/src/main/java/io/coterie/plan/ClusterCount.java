package io.coterie.plan;

import io.coterie.CoterieException;

/**
 * How many clusters are asked for: a number, or zero where the coordinator is to find it.
 *
 * @param value the number, or 0 for automatic
 */
public record ClusterCount(int value) {
  /** The clusters assumed for sizes (anchors, microclusters) while the number is unknown. */
  private static final int ASSUMED = 10;

  public ClusterCount {
    if (value < 0) {
      throw CoterieException.usage(
          "clusters is %d; it must be at least 1, or auto to let Coterie find it."
              .formatted(value));
    }
  }

  public static ClusterCount auto() {
    return new ClusterCount(0);
  }

  public static ClusterCount of(int value) {
    if (value == 0) {
      throw CoterieException.usage(
          "clusters is 0; it must be at least 1, or auto to let Coterie find it.");
    }
    return new ClusterCount(value);
  }

  public boolean isAuto() {
    return value == 0;
  }

  /** Returns the number asked for, or a middling one to choose sizes by. */
  public int orAssumed() {
    return isAuto() ? ASSUMED : value;
  }

  @Override
  public String toString() {
    return isAuto() ? "auto" : Integer.toString(value);
  }
}
