package io.coterie.method.internal.prepare.table;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Which levels of a column become features of their own, and how frequent these are. Levels that
 * fewer than K records have share a feature; where these together are fewer than K, they count as
 * missing. A column with less than two features says nothing and has none.
 *
 * @param places of the levels among the features, −1 for missing
 * @param shares of the features, in 256ths
 * @param weight of the column, in 64ths
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LevelScale(int[] places, int[] shares, int weight) implements Serializable {
  private static final int PARTS = 256;
  private static final int WHOLE = 64;

  LevelScale {
    if (weight < 1 || weight > WHOLE) {
      throw new IllegalArgumentException("The weight of a column of levels is out of range.");
    }
  }

  static LevelScale of(long[] records, int smallestGroup) {
    int[] places = new int[records.length];
    Arrays.fill(places, -1);
    long[] counts = new long[records.length + 1];
    int features = 0;
    long rare = 0;
    for (int l = 0; l < records.length; l++) {
      if (records[l] >= smallestGroup) {
        counts[features] = records[l];
        places[l] = features++;
      } else {
        rare += records[l];
      }
    }
    if (rare >= smallestGroup) {
      for (int l = 0; l < records.length; l++) {
        places[l] = places[l] < 0 ? features : places[l];
      }
      counts[features++] = rare;
    }
    if (features < 2) {
      Arrays.fill(places, -1);
      return new LevelScale(places, new int[0], WHOLE);
    }
    double all = Arrays.stream(counts).sum();
    int[] shares = new int[features];
    for (int f = 0; f < features; f++) {
      shares[f] = (int) Math.max(1, Math.rint(PARTS * counts[f] / all));
    }
    return new LevelScale(places, shares, WHOLE);
  }

  LevelScale weighing(double part) {
    return new LevelScale(places, shares, (int) Math.max(1, Math.rint(WHOLE * part)));
  }

  /** Returns the scale of a column that is left out. */
  LevelScale leftOut() {
    int[] none = new int[places.length];
    Arrays.fill(none, -1);
    return new LevelScale(none, new int[0], WHOLE);
  }

  int features() {
    return shares.length;
  }

  /** Returns the shares, which add up to one. */
  double[] shareValues() {
    double all = Arrays.stream(shares).sum();
    return Arrays.stream(shares).mapToDouble(share -> share / all).toArray();
  }

  double weightValue() {
    return (double) weight / WHOLE;
  }

  /**
   * Returns the root of the inertia 1 − Σ p² over the weight, by which all columns of levels weigh
   * what they are to.
   */
  double scaleValue() {
    double inertia = 1;
    for (double share : shareValues()) {
      inertia -= share * share;
    }
    return Math.sqrt(inertia / weightValue());
  }

  /** How many numbers a column with so many levels takes. */
  static int numbers(int levels) {
    return 2 * levels + 3;
  }

  void write(long[] numbers, int at) {
    for (int l = 0; l < places.length; l++) {
      numbers[at + l] = places[l];
    }
    numbers[at + places.length] = shares.length;
    numbers[at + 2 * places.length + 2] = weight;
    for (int f = 0; f < shares.length; f++) {
      numbers[at + places.length + 1 + f] = shares[f];
    }
  }

  static LevelScale read(long[] numbers, int at, int levels) {
    int[] places = new int[levels];
    for (int l = 0; l < levels; l++) {
      places[l] = Math.toIntExact(numbers[at + l]);
    }
    int[] shares = new int[Math.toIntExact(numbers[at + levels])];
    for (int f = 0; f < shares.length; f++) {
      shares[f] = Math.toIntExact(numbers[at + levels + 1 + f]);
      if (shares[f] < 1) {
        throw new IllegalArgumentException("The share of a level is out of range.");
      }
    }
    return new LevelScale(places, shares, Math.toIntExact(numbers[at + 2 * levels + 2]));
  }
}
