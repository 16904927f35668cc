package io.coterie.metrics;

import io.coterie.math.IntVector;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Compactness is judged by all records, or by a random sample of {@value #LIMIT}: the silhouette
 * takes time that grows with their square.
 */
public final class ScoreSample {
  public static final int LIMIT = 5_000;

  private ScoreSample() {}

  /** In increasing order. */
  public static IntVector of(int recordCount, Seed seed) {
    int[] chosen = new int[Math.min(recordCount, LIMIT)];
    if (chosen.length == recordCount) {
      Arrays.setAll(chosen, i -> i);
      return IntVector.of(chosen);
    }
    // Selection sampling: D. E. Knuth, The Art of Computer Programming, 3.4.2, Algorithm S.
    SplittableRandom random = seed.child("score").random();
    int count = 0;
    for (int record = 0; count < chosen.length; record++) {
      if (random.nextInt(recordCount - record) < chosen.length - count) {
        chosen[count++] = record;
      }
    }
    return IntVector.of(chosen);
  }
}
