package io.coterie.partition;

import io.coterie.math.IntVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
      int[] records = recordsOfSites.get(i).clone();
      Arrays.sort(records);
      List<Integer> strata = Arrays.stream(roster.stratumSizes(records)).boxed().toList();
      sites.add(new Site(names.get(i), IntVector.of(records)));
      table.add(new Row(names.get(i), records.length, strata));
    }
    return new Partition(List.copyOf(sites), List.copyOf(table));
  }

  /**
   * One site.
   *
   * @param records their indices, ascending
   */
  public record Site(String name, IntVector records) {
    public int size() {
      return records.size();
    }

    public int[] toArray() {
      return records.toArray();
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
