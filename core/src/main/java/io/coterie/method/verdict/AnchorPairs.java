package io.coterie.method.verdict;

import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Which pairs of anchors are counted: those that are near each other. The list follows from the
 * anchors, so that every side makes it.
 *
 * <p>Not thread-safe.
 */
public final class AnchorPairs {
  /** Pairs of an anchor: with so many others. */
  public static final int PARTNERS = 32;

  private final int anchors;
  private final long[] pairs;
  private final Map<Long, Integer> places;

  private AnchorPairs(int anchors, long[] pairs) {
    this.anchors = anchors;
    this.pairs = pairs;
    this.places = new HashMap<>(2 * pairs.length);
    for (int k = 0; k < pairs.length; k++) {
      places.put(pairs[k], anchors + k);
    }
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
  public void count(Neighbors near, int row, long[] counts, int at) {
    for (int a = 0; a < near.count(); a++) {
      int p = near.index(row, a);
      counts[at + p]++;
      for (int b = 0; b < a; b++) {
        int q = near.index(row, b);
        Integer place = places.get((long) Math.min(p, q) * anchors + Math.max(p, q));
        if (place != null) {
          counts[at + place]++;
        }
      }
    }
  }
}
