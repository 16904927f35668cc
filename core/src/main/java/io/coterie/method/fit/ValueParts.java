package io.coterie.method.fit;

import java.io.Serializable;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * The ranges of a column of numbers, those that hold many values divided into equal parts: the
 * second step to the quantiles.
 *
 * @param counts by range, of all sites
 * @param parts into which each range is divided; one if it stays whole
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ValueParts(long[] counts, int[] parts) implements Serializable {
  /** The divided ranges of a column together have so many parts at most. */
  static final int MOST = 128;

  /** A range is divided if it has at least this share of the values. */
  private static final double LEAST_SHARE = 1.0 / 40;

  /** A part has half of K values on average, if it is one of several. */
  static ValueParts of(long[] counts, int smallestGroup) {
    double all = Arrays.stream(counts).sum();
    int[] parts = new int[counts.length];
    for (int r = 0; r < parts.length; r++) {
      boolean isLarge = counts[r] >= smallestGroup && counts[r] >= LEAST_SHARE * all;
      double most = Math.min(MOST * counts[r] / all, 2.0 * counts[r] / smallestGroup);
      parts[r] = isLarge && ValueRanges.width(r) > 0 ? (int) Math.max(1, most) : 1;
    }
    return new ValueParts(counts, parts);
  }

  /** Returns how many parts the ranges have; those that stay whole are one. */
  private int size() {
    return Arrays.stream(parts).sum();
  }

  /**
   * Returns the place of a finite number among the parts of divided ranges, in order of the
   * numbers; −1 in other ranges, whose counts are known.
   */
  int of(double value) {
    int range = ValueRanges.of(value);
    if (parts[range] == 1) {
      return -1;
    }
    int before = 0;
    for (int r = 0; r < range; r++) {
      before += parts[r] == 1 ? 0 : parts[r];
    }
    double share = (value - ValueRanges.lower(range)) / ValueRanges.width(range);
    return before + Math.max(0, Math.min(parts[range] - 1, (int) (share * parts[range])));
  }

  /** Returns the counts of all parts in order, by those of divided ranges. */
  private long[] byPart(long[] divided) {
    long[] byPart = new long[size()];
    int at = 0;
    int next = 0;
    for (int r = 0; r < parts.length; r++) {
      for (int k = 0; k < parts[r]; k++) {
        byPart[at++] = parts[r] == 1 ? counts[r] : divided[next++];
      }
    }
    return byPart;
  }

  /**
   * Returns how the column is counted, by how many values all sites have in each part: cut at the
   * ends of parts that are nearest to equal quantiles, so few that K values are between two.
   *
   * @param divided how many values all sites have in the parts of divided ranges
   * @param mostCells of the column
   */
  ColumnCells cells(long[] divided, int mostCells, int smallestGroup) {
    double[] ends = ends();
    long[] byPart = byPart(divided);
    long all = Arrays.stream(byPart).sum();
    long most = Math.max(1, Math.min(mostCells, all / smallestGroup) - 1);
    TreeSet<Double> edges = new TreeSet<>();
    for (int q = 1; q <= most; q++) {
      double target = (double) q * all / (most + 1);
      double nearest = Double.POSITIVE_INFINITY;
      double edge = 0;
      long below = 0;
      for (int p = 0; p < byPart.length; p++) {
        below += byPart[p];
        boolean divides = byPart[p] > 0 && below < all;
        if (divides && Math.abs(below - target) < nearest) {
          nearest = Math.abs(below - target);
          edge = ends[p];
        }
      }
      if (nearest < Double.POSITIVE_INFINITY) {
        edges.add(edge);
      }
    }
    int filled = (int) Arrays.stream(byPart).filter(count -> count > 0).count();
    return ColumnCells.ofNumbers(edges.stream().mapToDouble(Double::doubleValue).toArray(), filled);
  }

  /** Returns for each part a number that is above its values and not above those of the next. */
  private double[] ends() {
    double[] ends = new double[size()];
    for (int r = 0, at = 0; r < parts.length; r++) {
      for (int k = 1; k <= parts[r]; k++) {
        ends[at++] = ValueRanges.lower(r) + ValueRanges.width(r) * k / parts[r];
      }
      ends[at - 1] = ValueRanges.end(r);
    }
    return ends;
  }
}
