package io.coterie.metrics;

import io.coterie.math.IntVector;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The records by which compactness is judged: all, or a random sample of {@value #LIMIT}. */
public final class ScoreSample {
  /** The largest number of records that are all looked at. */
  public static final int LIMIT = 5_000;

  private ScoreSample() {}

  /** Returns the positions of the records, in increasing order. */
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
