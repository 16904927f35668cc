package io.coterie.data.mapping;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * What the numbers of a column look like, in little memory: a thinned sample of them, and how often
 * a number occurs that people use for a missing one.
 */
final class ValueWatch implements Serializable {
  /** Numbers that often stand for a missing value. */
  static final double[] CODES = {
    -1, -7, -8, -9, -88, -98, -99, -888, -998, -999, -8888, -9998, -9999, -99999, 88, 98, 99, 888,
    998, 999, 8888, 9998, 9999, 88888, 99999, 999999
  };

  private static final int MOST = 4096;

  private double[] sample = new double[64];
  private int size;
  private long stride = 1;
  private long count;
  private final long[] codes = new long[CODES.length];
  private boolean isWhole = true;
  private boolean rises = true;
  private double last = Double.NEGATIVE_INFINITY;

  void add(double read) {
    if (count++ % stride == 0) {
      keep(read);
    }
    rises &= read > last;
    last = read;
    if (read != Math.rint(read)) {
      isWhole = false;
      return;
    }
    for (int c = 0; c < CODES.length; c++) {
      codes[c] += read == CODES[c] ? 1 : 0;
    }
  }

  private void keep(double value) {
    if (size == MOST) {
      for (int i = 0; i < MOST / 2; i++) {
        sample[i] = sample[2 * i];
      }
      size = MOST / 2;
      stride *= 2;
    }
    if (size == sample.length) {
      sample = Arrays.copyOf(sample, 2 * size);
    }
    sample[size++] = value;
  }

  /** Adds the numbers of records that follow. */
  void add(ValueWatch others) {
    for (int i = 0; i < others.size; i++) {
      keep(others.sample[i]);
    }
    stride = Math.max(stride, others.stride);
    count += others.count;
    for (int c = 0; c < codes.length; c++) {
      codes[c] += others.codes[c];
    }
    isWhole &= others.isWhole;
    rises &= others.rises;
    last = others.last;
  }

  long count() {
    return count;
  }

  /** Returns some of the values, as the site has them, in order. */
  double[] sorted() {
    double[] copy = Arrays.copyOf(sample, size);
    Arrays.sort(copy);
    return copy;
  }

  /** Returns how often a number of {@link #CODES} occurs, as the site has it. */
  long codes(int place) {
    return codes[place];
  }

  /** Returns whether every number is whole and larger than the one before. */
  boolean counts() {
    return isWhole && rises;
  }

  /** Returns whether every number is whole and, as far as one can tell, only one record's. */
  boolean isAllDifferent() {
    Set<Double> different = new HashSet<>();
    for (int i = 0; i < size; i++) {
      different.add(sample[i]);
    }
    return isWhole && different.size() == size;
  }
}
