package io.coterie.method.anchor;

import io.coterie.features.RecordMap;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.message.internal.WholeTotals;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks how many records have each anchor among their nearest, and how many have two anchors among
 * them, of each pair of anchors that are near each other. The list of pairs follows from the
 * anchors, so that both sides make it. Nobody but the sites reads the answer.
 *
 * @param metric the way into the space of the anchors
 * @param anchors one row each
 * @param neighbors how many of them are near a record
 */
@Payload.Name("pairs")
record PairQuestion(List<RecordMap> metric, Matrix anchors, int neighbors) implements Payload {
  /** Pairs of an anchor: with so many others. */
  static final int PARTNERS = 32;

  public PairQuestion {
    metric = List.copyOf(metric);
    if (neighbors < 1 || neighbors > anchors.rows()) {
      throw new IllegalArgumentException("A record has no so many anchors near it.");
    }
  }

  /** Returns p · P + q of each pair p &lt; q, in increasing order. */
  static long[] pairs(Matrix anchors, Parallel parallel) {
    int count = anchors.rows();
    Neighbors near = NearestNeighbors.of(anchors, anchors, Math.min(count, PARTNERS + 1), parallel);
    long[] pairs = new long[count * Math.min(count, PARTNERS + 1)];
    int found = 0;
    for (int p = 0; p < count; p++) {
      for (int k = 0; k < Math.min(count, PARTNERS + 1); k++) {
        int q = near.index(p, k);
        if (q != p) {
          pairs[found++] = (long) Math.min(p, q) * count + Math.max(p, q);
        }
      }
    }
    return Arrays.stream(pairs, 0, found).sorted().distinct().toArray();
  }

  /** Returns the counts of a block: by anchor, then by pair. */
  WholeTotals counts(Matrix block, long[] pairs, Parallel parallel) {
    int count = anchors.rows();
    long[] counts = new long[count + pairs.length];
    if (block.rows() > 0) {
      Map<Long, Integer> places = new HashMap<>(2 * pairs.length);
      for (int k = 0; k < pairs.length; k++) {
        places.put(pairs[k], count + k);
      }
      Neighbors near = NearestNeighbors.of(block, anchors, neighbors, parallel);
      for (int i = 0; i < block.rows(); i++) {
        for (int a = 0; a < neighbors; a++) {
          int p = near.index(i, a);
          counts[p]++;
          for (int b = 0; b < a; b++) {
            int q = near.index(i, b);
            Integer place = places.get((long) Math.min(p, q) * count + Math.max(p, q));
            if (place != null) {
              counts[place]++;
            }
          }
        }
      }
    }
    return new WholeTotals(LongVector.of(counts), LongVector.of());
  }
}
