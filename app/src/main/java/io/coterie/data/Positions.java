package io.coterie.data;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where each kept record stood in the input, from 0: the identity, unless records were dropped.
 *
 * <p>Immutable.
 */
public final class Positions {
  private final int inputSize;
  private final boolean isComplete;
  private final int[] kept;

  private Positions(int inputSize, boolean isComplete, int[] kept) {
    this.inputSize = inputSize;
    this.isComplete = isComplete;
    this.kept = kept;
  }

  /** Returns the positions of an input of which every record was kept. */
  public static Positions all(int inputSize) {
    return new Positions(inputSize, true, new int[0]);
  }

  /** Returns positions with a copy of the kept ones, which must ascend. */
  public static Positions kept(int[] kept, int inputSize) {
    for (int i = 0; i < kept.length; i++) {
      if (kept[i] < 0 || kept[i] >= inputSize || (i > 0 && kept[i] <= kept[i - 1])) {
        throw new IllegalArgumentException(
            "Position %d of record %d must ascend and lie within 0 .. %d."
                .formatted(kept[i], i, inputSize - 1));
      }
    }
    return kept.length == inputSize
        ? all(inputSize)
        : new Positions(inputSize, false, kept.clone());
  }

  public int size() {
    return isComplete ? inputSize : kept.length;
  }

  /** Returns the number of records in the input, dropped ones included. */
  public int inputSize() {
    return inputSize;
  }

  public int of(int record) {
    return isComplete ? record : kept[record];
  }

  public int[] toArray() {
    return IntStream.range(0, size()).map(this::of).toArray();
  }

  /** Returns the entries of the kept records from a list with one entry for each input record. */
  public List<String> select(List<String> entries) {
    if (entries.size() != inputSize) {
      throw new IllegalArgumentException(
          "%d entries for %d input records.".formatted(entries.size(), inputSize));
    }
    return Arrays.stream(toArray()).mapToObj(entries::get).toList();
  }

  @Override
  public String toString() {
    return "Positions[%d of %d]".formatted(size(), inputSize);
  }
}
