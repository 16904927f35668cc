package io.coterie.message.internal;

import io.coterie.math.LongVector;
import io.coterie.message.SumPayload;
import io.coterie.secure.Seal;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whole numbers of which the sites may read the total and the coordinator may not. A site gives
 * them twice; both halves are sealed differently on their way, see {@link io.coterie.secure.Seal}.
 *
 * @param words two halves of one length
 */
public record SealedCounts(LongVector words) implements SumPayload<SealedCounts> {
  public SealedCounts {
    if (words.size() % 2 != 0) {
      throw new IllegalArgumentException("The two halves differ in length.");
    }
  }

  public static SealedCounts of(long[] counts) {
    long[] words = new long[2 * counts.length];
    System.arraycopy(counts, 0, words, 0, counts.length);
    System.arraycopy(counts, 0, words, counts.length, counts.length);
    return new SealedCounts(LongVector.of(words));
  }

  public static SealedCounts zero(int size) {
    return of(new long[size]);
  }

  /** Returns the total of words that nobody sealed; nothing where a seal would not open. */
  public static Optional<long[]> opened(long[] words) {
    int size = words.length / 2;
    boolean isWhole = words.length % 2 == 0 && Arrays.equals(words, 0, size, words, size, 2 * size);
    isWhole &= Arrays.stream(words).allMatch(word -> Math.abs(word) <= Seal.MOST);
    return isWhole ? Optional.of(Arrays.copyOf(words, size)) : Optional.empty();
  }

  public int size() {
    return words.size() / 2;
  }

  @Override
  public boolean isSealed() {
    return true;
  }
}
