package io.coterie.math.internal.linear;

import java.util.Arrays;

/**
 * Euclidean projection onto the probability simplex: the nearest vector with entries not below zero
 * that add up to one. It is max(v − θ, 0) for the one threshold θ that makes the sum right.
 *
 * <p>J. Duchi, S. Shalev-Shwartz, Y. Singer, T. Chandra. <i>Efficient Projections onto the l1-Ball
 * for Learning in High Dimensions</i>. ICML 2008. The entries come off a heap, largest first, so k
 * entries of which s stay positive cost O(k + s log k).
 *
 * <p>Stateless and thread-safe.
 */
public final class Simplex {
  private Simplex() {}

  /**
   * Projects the values [from, to) in place. An entry of minus infinity stands for one outside the
   * support and becomes zero.
   */
  public static void project(double[] values, int from, int to) {
    double[] ones = new double[to - from];
    Arrays.fill(ones, 1);
    project(values, from, ones);
  }

  /**
   * Projects whole groups of equal entries in place: finds θ with Σ m_q max(v_q − θ, 0) = 1 and
   * puts max(v_q − θ, 0) in place of each v_q.
   *
   * @param multiplicities how many equal entries each value stands for; positive
   */
  public static void projectWeighted(double[] values, double[] multiplicities) {
    if (values.length != multiplicities.length) {
      throw new IllegalArgumentException(
          "%d values but %d multiplicities; every value needs one."
              .formatted(values.length, multiplicities.length));
    }
    for (double multiplicity : multiplicities) {
      if (!(multiplicity > 0) || Double.isInfinite(multiplicity)) {
        throw new IllegalArgumentException(
            "A multiplicity is %s; it must be positive and finite.".formatted(multiplicity));
      }
    }
    project(values, 0, multiplicities.clone());
  }

  /** Projects the values from the given index on; the multiplicities are used up. */
  private static void project(double[] values, int from, double[] multiplicities) {
    int size = multiplicities.length;
    double largest = largest(values, from, from + size);
    // Relative to the largest value, the threshold keeps its digits however large the values are.
    double[] heap = new double[size];
    for (int i = 0; i < size; i++) {
      heap[i] = values[from + i] - largest;
    }
    double threshold = threshold(heap, multiplicities);
    for (int i = from; i < from + size; i++) {
      values[i] = Math.max(values[i] - largest - threshold, 0);
    }
  }

  private static double largest(double[] values, int from, int to) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = from; i < to; i++) {
      if (Double.isNaN(values[i])) {
        throw new IllegalArgumentException("Entry %d is NaN; it must be a number.".formatted(i));
      }
      largest = Math.max(largest, values[i]);
    }
    if (Double.isInfinite(largest)) {
      throw new IllegalArgumentException(
          "The largest of %d entries is %s; the simplex needs at least one finite entry and none"
                  .formatted(to - from, largest)
              + " that is plus infinity.");
    }
    return largest;
  }

  /** Takes values off the heap, largest first, as long as they lie above the threshold so far. */
  private static double threshold(double[] heap, double[] multiplicities) {
    int size = heap.length;
    for (int i = size / 2 - 1; i >= 0; i--) {
      sift(heap, multiplicities, i, size);
    }
    double mass = 0;
    double sum = -1;
    double threshold = Double.NEGATIVE_INFINITY;
    while (size > 0 && heap[0] > threshold) {
      mass += multiplicities[0];
      sum += multiplicities[0] * heap[0];
      threshold = sum / mass;
      size--;
      heap[0] = heap[size];
      multiplicities[0] = multiplicities[size];
      sift(heap, multiplicities, 0, size);
    }
    return threshold;
  }

  private static void sift(double[] heap, double[] multiplicities, int start, int size) {
    double value = heap[start];
    double multiplicity = multiplicities[start];
    int hole = start;
    while (2 * hole + 1 < size) {
      int child = 2 * hole + 1;
      if (child + 1 < size && heap[child + 1] > heap[child]) {
        child++;
      }
      if (heap[child] <= value) {
        break;
      }
      heap[hole] = heap[child];
      multiplicities[hole] = multiplicities[child];
      hole = child;
    }
    heap[hole] = value;
    multiplicities[hole] = multiplicity;
  }
}
