package io.coterie.math.internal;

import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Loops over doubles that several algorithms share. They run in index order and do not use {@code
 * DoubleStream.sum}, whose compensation would give other last bits.
 */
public final class Doubles {
  private Doubles() {}

  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  public static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /** Adds a multiple of an array to another, entry by entry. */
  public static void add(double[] into, double factor, double[] from) {
    for (int i = 0; i < into.length; i++) {
      into[i] += factor * from[i];
    }
  }

  /** Indices in increasing order of their keys; equal keys keep the order of the indices. */
  public static int[] order(double[] keys) {
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> keys[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * The first of equals wins, so that the answer does not depend on how the work was divided; 0 if
   * there is none.
   */
  public static int argMax(int count, IntToDoubleFunction value) {
    int best = 0;
    double largest = count > 0 ? value.applyAsDouble(0) : 0;
    for (int i = 1; i < count; i++) {
      double candidate = value.applyAsDouble(i);
      if (candidate > largest) {
        largest = candidate;
        best = i;
      }
    }
    return best;
  }
}
