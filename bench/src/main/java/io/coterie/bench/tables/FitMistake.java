package io.coterie.bench.tables;

import io.coterie.math.Matrix;
import io.coterie.method.fit.SiteFit;
import io.coterie.method.fit.SiteFit.Kind;
import java.util.Arrays;
import java.util.SplittableRandom;

/** What is done to the first site of a study, to see whether it finds out. */
enum FitMistake {
  NONE("nothing wrong"),
  UNIT("one column × 88.4"),
  SWAP("two columns swapped"),
  RECODE("two levels exchanged"),
  POPULATION("other population");

  private static final double FACTOR = 88.4;

  private final String words;

  FitMistake(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** Returns whether a table has the columns for it. */
  boolean isFor(MixedTable table) {
    return switch (this) {
      case NONE -> true;
      case RECODE -> table.levelColumns().length > 0;
      default -> table.numberColumns().length > 1;
    };
  }

  /**
   * A site's records as they are reported.
   *
   * @param columns that are not as they were
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Altered(Matrix records, int[] columns) {}

  /** Alters the records of a site. */
  Altered of(MixedTable table, Matrix site, SplittableRandom random) {
    int[] numbers = table.numberColumns();
    return switch (this) {
      case NONE -> new Altered(site, new int[0]);
      case UNIT -> {
        int column = numbers[random.nextInt(numbers.length)];
        yield new Altered(
            site.map((i, j, value) -> j == column ? FACTOR * value : value), new int[] {column});
      }
      case SWAP -> {
        int one = random.nextInt(numbers.length);
        int other = (one + 1 + random.nextInt(numbers.length - 1)) % numbers.length;
        int[] columns = {numbers[one], numbers[other]};
        yield new Altered(
            site.map(
                (i, j, value) ->
                    j == columns[0]
                        ? site.at(i, columns[1])
                        : j == columns[1] ? site.at(i, columns[0]) : value),
            columns);
      }
      case RECODE -> {
        int[] levels = table.levelColumns();
        int column = levels[random.nextInt(levels.length)];
        int[] most = twoMostFrequent(table.shares(column));
        yield new Altered(
            site.map(
                (i, j, value) ->
                    j != column
                        ? value
                        : value == most[0] ? most[1] : value == most[1] ? most[0] : value),
            new int[] {column});
      }
      case POPULATION -> {
        double[] shifts = new double[site.columns()];
        for (int j : numbers) {
          double sign = random.nextBoolean() ? 1 : -1;
          shifts[j] = sign * (1 + random.nextDouble()) * deviation(table.records(), j);
        }
        yield new Altered(site.map((i, j, value) -> value + shifts[j]), new int[0]);
      }
    };
  }

  private static int[] twoMostFrequent(double[] shares) {
    int first = 0;
    int second = -1;
    for (int l = 1; l < shares.length; l++) {
      if (shares[l] > shares[first]) {
        second = first;
        first = l;
      } else if (second < 0 || shares[l] > shares[second]) {
        second = l;
      }
    }
    return new int[] {first, second};
  }

  private static double deviation(Matrix records, int column) {
    double[] values = new double[records.rows()];
    Arrays.setAll(values, i -> records.at(i, column));
    double[] known = Arrays.stream(values).filter(Double::isFinite).toArray();
    double mean = Arrays.stream(known).average().orElse(0);
    return Math.sqrt(Arrays.stream(known).map(x -> (x - mean) * (x - mean)).average().orElse(0));
  }

  /** Returns whether a site found something in the altered columns. */
  boolean isFound(SiteFit fit, int[] columns) {
    if (this == NONE || this == POPULATION) {
      return !fit.columns().isEmpty();
    }
    return Arrays.stream(columns)
        .allMatch(column -> fit.columns().stream().anyMatch(flag -> flag.column() == column));
  }

  /** Returns whether it found the right name. */
  boolean isNamed(SiteFit fit, int[] columns) {
    Kind kind =
        switch (this) {
          case UNIT -> Kind.UNIT;
          case SWAP -> Kind.SWAPPED;
          default -> Kind.RECODED;
        };
    return this == POPULATION
        ? fit.isOtherPopulation()
        : this != NONE
            && fit.columns().stream()
                .anyMatch(flag -> flag.kind() == kind && flag.column() == columns[0]);
  }
}
