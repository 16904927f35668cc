package io.coterie.method.fit;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The way to the quantiles of a column of numbers: ranges by sign and power of two, of which those
 * that hold many values are divided, and once more. So a mistake of one site, such as values that
 * are a hundred times too large, does not hide how those of the others are spread.
 *
 * @param starts of the ranges, in order; a value is in the last one that does not start above it
 * @param counts how many values of all sites are in each range; none of the first grid
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ValueGrid(double[] starts, long[] counts) implements Serializable {
  /** Ranges are divided into so many parts at most in one step, those of a column together. */
  static final int MOST_PARTS = 128;

  private static final int LEAST_POWER = -20;

  /** 2⁴³ milliseconds are 280 years. */
  private static final int MOST_POWER = 43;

  /** How many ranges the first grid has. */
  static final int RANGES = 2 * (MOST_POWER - LEAST_POWER + 2);

  /** A range is divided if it has at least this share of the values. */
  private static final double LEAST_SHARE = 1.0 / 40;

  /** Returns the ranges by sign and power of two. */
  static ValueGrid first() {
    double[] starts = new double[RANGES];
    int half = RANGES / 2;
    for (int k = 0; k < half; k++) {
      int power = LEAST_POWER + k;
      starts[half - 1 - k] = -Math.scalb(1.0, power);
      starts[half + k] = k == 0 ? 0 : Math.scalb(1.0, power - 1);
    }
    starts[0] = Double.NEGATIVE_INFINITY;
    return new ValueGrid(starts, new long[0]);
  }

  ValueGrid with(long[] found) {
    return new ValueGrid(starts, found);
  }

  /** Returns the range of a finite number. */
  int of(double value) {
    int place = Arrays.binarySearch(starts, value);
    return place >= 0 ? place : -place - 2;
  }

  /** Into how many parts each range is divided: with half of K values each on average. */
  int[] parts(int smallestGroup) {
    double all = Arrays.stream(counts).sum();
    int[] parts = new int[starts.length];
    for (int r = 0; r < parts.length; r++) {
      boolean isInside = r > 0 && r + 1 < parts.length && starts[r] != 0;
      boolean isLarge = counts[r] >= smallestGroup && counts[r] >= LEAST_SHARE * all;
      double most = Math.min(MOST_PARTS * counts[r] / all, 2.0 * counts[r] / smallestGroup);
      parts[r] = isInside && isLarge ? (int) Math.max(1, most) : 1;
    }
    return parts;
  }

  /** Returns the starts of the parts of divided ranges, and of the range that follows each. */
  double[] dividedStarts(int smallestGroup) {
    List<Double> divided = new ArrayList<>();
    int[] parts = parts(smallestGroup);
    for (int r = 0; r < parts.length; r++) {
      for (int k = 0; parts[r] > 1 && k < parts[r]; k++) {
        divided.add(start(r, k, parts[r]));
      }
    }
    return divided.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private double start(int range, int part, int parts) {
    return part == 0
        ? starts[range]
        : starts[range] + (starts[range + 1] - starts[range]) * part / parts;
  }

  /**
   * Returns the finer grid.
   *
   * @param byPart how many values all sites have in the parts of divided ranges
   */
  ValueGrid divided(long[] byPart, int smallestGroup) {
    int[] parts = parts(smallestGroup);
    int size = Arrays.stream(parts).sum();
    double[] finer = new double[size];
    long[] found = new long[size];
    int at = 0;
    int next = 0;
    for (int r = 0; r < parts.length; r++) {
      for (int k = 0; k < parts[r]; k++, at++) {
        finer[at] = start(r, k, parts[r]);
        found[at] = parts[r] == 1 ? counts[r] : byPart[next++];
      }
    }
    return new ValueGrid(finer, found);
  }

  /**
   * Returns how the column is counted: cut at the ranges' starts that are nearest to equal
   * quantiles, so few that K values are between two.
   */
  ColumnCells cells(int mostCells, int smallestGroup) {
    long all = Arrays.stream(counts).sum();
    long most = Math.max(1, Math.min(mostCells, all / smallestGroup) - 1);
    TreeSet<Double> edges = new TreeSet<>();
    for (int q = 1; q <= most; q++) {
      double target = (double) q * all / (most + 1);
      double nearest = Double.POSITIVE_INFINITY;
      double edge = 0;
      long below = 0;
      for (int r = 0; r + 1 < starts.length; r++) {
        below += counts[r];
        boolean divides = counts[r] > 0 && below < all;
        if (divides && Math.abs(below - target) < nearest) {
          nearest = Math.abs(below - target);
          edge = starts[r + 1];
        }
      }
      if (nearest < Double.POSITIVE_INFINITY) {
        edges.add(edge);
      }
    }
    int filled = (int) Arrays.stream(counts).filter(count -> count > 0).count();
    return ColumnCells.ofNumbers(edges.stream().mapToDouble(Double::doubleValue).toArray(), filled);
  }
}
