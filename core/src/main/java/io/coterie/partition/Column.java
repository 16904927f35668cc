package io.coterie.partition;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Natural sites: the records with the same value in a text column, sites in order of the values.
 */
record Column(String name) implements Partitioner {
  Column {
    if (name.isBlank()) {
      throw CoterieException.usage(
          "The column of the sites has no name; write for example column:hospital.");
    }
  }

  /** Takes the sites from the column; neither the number of sites nor the seed matters. */
  @Override
  public Partition split(Partitioner.Input roster, int siteCount, Seed seed) {
    List<String> values = roster.valuesOf(name);
    Map<String, Integer> numbers = new TreeMap<>();
    for (int record = 0; record < values.size(); record++) {
      if (values.get(record).isBlank()) {
        throw CoterieException.badData(
            "Column \"%s\" is empty in record %d, so the record has no site; fill it in or drop it."
                .formatted(name, record + 1));
      }
      numbers.put(values.get(record), 0);
    }
    requireSites(numbers.size(), values.size());
    List<String> names = List.copyOf(numbers.keySet());
    for (int site = 0; site < names.size(); site++) {
      numbers.put(names.get(site), site);
    }
    Partition.Assignment hands = new Partition.Assignment(names.size());
    for (int record = 0; record < values.size(); record++) {
      hands.add(numbers.get(values.get(record)), record);
    }
    return Partition.ofNamed(names, hands.toList(), roster);
  }

  private void requireSites(int siteCount, int recordCount) {
    if (siteCount < 2) {
      throw CoterieException.usage(
          "Column \"%s\" has %d value%s, but a federation needs at least 2 sites;"
                  .formatted(name, siteCount, siteCount == 1 ? "" : "s")
              + " choose another column or another partition.");
    }
    if (siteCount == recordCount && recordCount > 2) {
      throw CoterieException.usage(
          "Column \"%s\" has another value in each of its %d records, as an id has;"
                  .formatted(name, recordCount)
              + " choose a column whose values repeat.");
    }
  }

  @Override
  public String text() {
    return "column:" + name;
  }

  @Override
  public Optional<String> column() {
    return Optional.of(name);
  }
}
