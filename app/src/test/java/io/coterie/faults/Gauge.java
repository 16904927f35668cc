package io.coterie.faults;

import io.coterie.faults.Fault.Point;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts how often a party has come to each point, over all its lives, and strikes where the
 * schedule says so.
 *
 * <p>Thread-safe.
 */
final class Gauge {
  private final String party;
  private final List<Fault> faults;
  private final List<Fault> struck;
  private final Map<Point, Integer> counts = new EnumMap<>(Point.class);

  /**
   * Prepares.
   *
   * @param struck gets the faults that happened
   */
  Gauge(String party, List<Fault> all, List<Fault> struck) {
    this.party = party;
    this.faults = all.stream().filter(fault -> fault.party().equals(party)).toList();
    this.struck = struck;
  }

  /** The party has come to a point; whoever strikes may end it by what it throws. */
  void at(Point point, Consumer<Fault> strike) {
    int count;
    synchronized (this) {
      count = counts.merge(point, 1, Integer::sum);
    }
    for (Fault fault : faults) {
      if (fault.point() == point && fault.at() == count) {
        struck.add(fault);
        strike.accept(fault);
      }
    }
  }

  synchronized String counted() {
    return party + " " + counts;
  }
}
