package io.coterie.partition;

import io.coterie.math.IntVector;
import io.coterie.math.internal.Doubles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Which records each site holds.
 *
 * @param sites in order
 * @param table one row per site, to print
 */
public record Partition(List<Site> sites, List<Row> table) {
  /** Sites are called site-1, site-2, ... */
  static Partition ofNumbered(List<int[]> recordsOfSites, Partitioner.Input roster) {
    List<String> names =
        IntStream.rangeClosed(1, recordsOfSites.size()).mapToObj(i -> "site-" + i).toList();
    return ofNamed(names, recordsOfSites, roster);
  }

  public static Partition ofNamed(
      List<String> names, List<int[]> recordsOfSites, Partitioner.Input roster) {
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

  /** Records dealt to each site so far. Not thread-safe. */
  static final class Assignment {
    private final int[][] records;
    private final int[] sizes;

    Assignment(int siteCount) {
      records = new int[siteCount][16];
      sizes = new int[siteCount];
    }

    void add(int site, int record) {
      if (sizes[site] == records[site].length) {
        records[site] = Arrays.copyOf(records[site], 2 * sizes[site]);
      }
      records[site][sizes[site]++] = record;
    }

    /** Gives each record to a site with the fewest records at that time. */
    void addToSmallest(int[] more) {
      // By size, then by number: the order of a priority queue among equals is not defined.
      var queue =
          new PriorityQueue<int[]>(
              Comparator.<int[]>comparingInt(site -> site[0]).thenComparingInt(site -> site[1]));
      for (int site = 0; site < sizes.length; site++) {
        queue.add(new int[] {sizes[site], site});
      }
      for (int record : more) {
        int[] smallest = queue.remove();
        add(smallest[1], record);
        smallest[0]++;
        queue.add(smallest);
      }
    }

    /** Moves one record from the largest site to every empty one. */
    void fillEmptySites() {
      for (int site = 0; site < sizes.length; site++) {
        if (sizes[site] == 0) {
          int largest = Doubles.argMax(sizes.length, other -> sizes[other]);
          add(site, records[largest][--sizes[largest]]);
        }
      }
    }

    List<int[]> toList() {
      return IntStream.range(0, sizes.length)
          .mapToObj(site -> Arrays.copyOf(records[site], sizes[site]))
          .toList();
    }

    static int[] shuffled(int[] values, SplittableRandom random) {
      return drawn(values, values.length, random);
    }

    /** Without replacement (Fisher-Yates). */
    static int[] drawn(int[] values, int count, SplittableRandom random) {
      int[] result = values.clone();
      for (int i = 0; i < count; i++) {
        int j = random.nextInt(i, result.length);
        int swapped = result[i];
        result[i] = result[j];
        result[j] = swapped;
      }
      return Arrays.copyOf(result, count);
    }
  }
}
