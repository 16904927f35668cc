package io.coterie.partition;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A way to deal records to sites. Made by {@link Partitioners}. Every split ends, depends on the
 * seed alone and leaves no site without records; what cannot be split is a usage error.
 *
 * <p>Implementations are immutable.
 */
public sealed interface Partitioner
    permits Column, Dirichlet, Heterogeneity, Partitioners.Iid, OverlappingHeterogeneity, Shards {
  /** Deals the records to so many sites; natural sites have a number of their own. */
  Partition split(Input roster, int siteCount, Seed seed);

  /** {@link Partitioners#parse} makes the same partitioner of it. */
  String text();

  /** Where the sites are natural ones: their values are in this column. */
  default Optional<String> column() {
    return Optional.empty();
  }

  /**
   * What a partitioner may know of the records: how many there are, the stratum of each, and text
   * columns. Strata are codes from 0 on, such as those of the true classes; they skew a simulation
   * and never reach a site.
   *
   * <p>Immutable.
   */
  final class Input {
    private final int size;
    private final Optional<int[]> strata;
    private final int stratumCount;
    private final Map<String, List<String>> columns;

    private Input(int size, Optional<int[]> strata, Map<String, List<String>> columns) {
      this.size = size;
      this.strata = strata;
      this.stratumCount = strata.map(codes -> IntStream.of(codes).max().orElse(-1) + 1).orElse(0);
      this.columns = columns;
    }

    public static Input of(int recordCount) {
      if (recordCount < 0) {
        throw new IllegalArgumentException(
            "recordCount is %d; it must not be negative.".formatted(recordCount));
      }
      return new Input(recordCount, Optional.empty(), Map.of());
    }

    public Input withStrata(int[] codes) {
      requireOnePerRecord(codes.length);
      for (int code : codes) {
        if (code < 0 || code >= size) {
          throw new IllegalArgumentException(
              "Stratum %d is outside 0 .. %d; code the strata without gaps."
                  .formatted(code, size - 1));
        }
      }
      return new Input(size, Optional.of(codes.clone()), columns);
    }

    public Input withColumn(String name, List<String> values) {
      requireOnePerRecord(values.size());
      Map<String, List<String>> more = new HashMap<>(columns);
      more.put(name, List.copyOf(values));
      return new Input(size, strata, Map.copyOf(more));
    }

    private void requireOnePerRecord(int count) {
      if (count != size) {
        throw new IllegalArgumentException(
            "Got %d values for %d records; every record needs exactly one.".formatted(count, size));
      }
    }

    public int size() {
      return size;
    }

    /** Empty without strata. */
    int[] stratumSizes(int[] records) {
      int[] sizes = new int[stratumCount];
      strata.ifPresent(
          codes -> {
            for (int record : records) {
              sizes[codes[record]]++;
            }
          });
      return sizes;
    }

    /** Without empty strata; records ascend. */
    int[][] recordsByStratum(Partitioner partitioner) {
      int[] codes =
          strata.orElseThrow(
              () ->
                  CoterieException.usage(
                      "Partition %s skews the sites by class, but the records have no true labels;"
                              .formatted(partitioner.text())
                          + " name a label column or use iid."));
      int[][] groups = new int[stratumCount][];
      int[] sizes = stratumSizes(records());
      for (int code = 0; code < groups.length; code++) {
        groups[code] = new int[sizes[code]];
      }
      // From the last record on, so that the sizes count down to where each group starts.
      for (int record = size - 1; record >= 0; record--) {
        groups[codes[record]][--sizes[codes[record]]] = record;
      }
      return Arrays.stream(groups).filter(group -> group.length > 0).toArray(int[][]::new);
    }

    int[] records() {
      return IntStream.range(0, size).toArray();
    }

    List<String> valuesOf(String column) {
      return Optional.ofNullable(columns.get(column))
          .orElseThrow(
              () ->
                  CoterieException.usage(
                      "The sites are the values of column \"%s\", but there is no such column."
                              .formatted(column)
                          + " Name a text column of the data."));
    }

    void requireEnoughFor(int siteCount) {
      if (siteCount < 1) {
        throw CoterieException.usage(
            "The number of sites is %d; it must be at least 1.".formatted(siteCount));
      }
      if (siteCount > size) {
        throw CoterieException.usage(
            "%d sites cannot share %d records: every site needs at least one. Use fewer sites."
                .formatted(siteCount, size));
      }
    }
  }
}
