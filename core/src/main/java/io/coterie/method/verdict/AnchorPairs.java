package io.coterie.method.verdict;

import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Which pairs of anchors are counted: those that are near each other. The list follows from the
 * anchors, so that every side makes it.
 */
public final class AnchorPairs {
  /** Pairs of an anchor: with so many others. */
  public static final int PARTNERS = 32;

  private final int anchors;
  private final long[] pairs;

  private AnchorPairs(int anchors, long[] pairs) {
    this.anchors = anchors;
    this.pairs = pairs;
  }

  /** Returns the pairs of a list made before. */
  public static AnchorPairs of(int anchors, long[] pairs) {
    return new AnchorPairs(anchors, pairs);
  }

  static AnchorPairs of(Matrix anchors, Parallel parallel) {
    return of(anchors.rows(), list(anchors, parallel));
  }

  /** Returns p · P + q of each pair p &lt; q, in increasing order. */
  public static long[] list(Matrix anchors, Parallel parallel) {
    int count = anchors.rows();
    int each = Math.min(count, PARTNERS + 1);
    Neighbors near = NearestNeighbors.of(anchors, anchors, each, parallel);
    long[] pairs = new long[count * each];
    int found = 0;
    for (int p = 0; p < count; p++) {
      for (int k = 0; k < each; k++) {
        int q = near.index(p, k);
        if (q != p) {
          pairs[found++] = (long) Math.min(p, q) * count + Math.max(p, q);
        }
      }
    }
    return Arrays.stream(pairs, 0, found).sorted().distinct().toArray();
  }

  long[] pairs() {
    return pairs;
  }

  /** Returns how many counts there are: of the anchors, then of the pairs. */
  public int size() {
    return anchors + pairs.length;
  }

  /** Counts a record with its nearest anchors. */
  public void count(Neighbors near, int row, long[] counts) {
    forEachPlace(near, row, place -> counts[place]++);
  }

  /** Goes over the places of a record's nearest anchors and of their pairs. */
  void forEachPlace(Neighbors near, int row, IntConsumer places) {
    for (int a = 0; a < near.count(); a++) {
      int p = near.index(row, a);
      places.accept(p);
      for (int b = 0; b < a; b++) {
        int q = near.index(row, b);
        int place = place((long) Math.min(p, q) * anchors + Math.max(p, q));
        if (place >= 0) {
          places.accept(place);
        }
      }
    }
  }

  private int place(long pair) {
    int found = Arrays.binarySearch(pairs, pair);
    return found < 0 ? -1 : anchors + found;
  }
}
