package io.coterie.method.internal.prepare;

import io.coterie.features.RecordMap;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import java.util.List;

/**
 * Asks the sites to take further steps with their records, then to measure their features.
 *
 * @param steps to be applied first, in order
 * @param measure what to send
 * @param center about which deviations are taken; empty where none are
 */
@Payload.Name("prepare")
record PreparationQuestion(List<RecordMap> steps, Measure measure, Vector center)
    implements Payload {
  public PreparationQuestion {
    steps = List.copyOf(steps);
  }

  /** What the coordinator asks about the features while it chooses their representation. */
  enum Measure {
    /** How many values there are, and their sum. */
    SUMS,
    /** The squared deviations from the mean. */
    DEVIATIONS,
    /** The scatter about the mean: all products of two features' deviations. */
    SCATTER,
    /** The smallest and the largest value. */
    RANGE
  }
}
