package io.coterie.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Which records each site holds.
 *
 * @param sites in order
 * @param table one row per site, to print
 */
public record Partition(List<Site> sites, List<Row> table) {
  /** Sites are called site-1, site-2, ... */
  static Partition ofNumbered(List<int[]> recordsOfSites, PartitionInput roster) {
    List<String> names =
        IntStream.rangeClosed(1, recordsOfSites.size()).mapToObj(i -> "site-" + i).toList();
    return ofNamed(names, recordsOfSites, roster);
  }

  public static Partition ofNamed(
      List<String> names, List<int[]> recordsOfSites, PartitionInput roster) {
    List<Site> sites = new ArrayList<>();
    List<Row> table = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Site site = new Site(names.get(i), recordsOfSites.get(i));
      List<Integer> strata = Arrays.stream(roster.stratumSizes(site.records)).boxed().toList();
      sites.add(site);
      table.add(new Row(site.name, site.records.length, strata));
    }
    return new Partition(List.copyOf(sites), List.copyOf(table));
  }

  /** One site and its records, ascending. Immutable. */
  public static final class Site {
    private final String name;
    private final int[] records;

    private Site(String name, int[] records) {
      this.name = Objects.requireNonNull(name, "name is null");
      this.records = records.clone();
      Arrays.sort(this.records);
    }

    public String name() {
      return name;
    }

    public int size() {
      return records.length;
    }

    /** Ascending; a copy. */
    public int[] toArray() {
      return records.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Site site
          && name.equals(site.name)
          && Arrays.equals(records, site.records);
    }

    @Override
    public int hashCode() {
      return 31 * name.hashCode() + Arrays.hashCode(records);
    }

    @Override
    public String toString() {
      return "Site[%s, %d records]".formatted(name, records.length);
    }
  }

  /**
   * A line of the table.
   *
   * @param strata how many records of each stratum the site holds, by code; empty without strata
   */
  public record Row(String site, int records, List<Integer> strata) {
    public Row {
      strata = List.copyOf(strata);
    }
  }
}
