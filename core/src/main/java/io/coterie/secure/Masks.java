package io.coterie.secure;

import io.coterie.math.Parallel;
import java.util.ArrayList;
import java.util.List;

/**
 * The masks that go onto a vector, or off it. They are added block by block, each block with all
 * masks, so that threads never meet; sums mod 2⁶⁴ do not depend on the order.
 *
 * <p>Not thread-safe.
 */
final class Masks {
  /** Words of one task: a multiple of {@link MaskStream#BLOCK_WORDS}. */
  private static final int TASK_WORDS = 1 << 14;

  private final List<byte[]> added = new ArrayList<>();
  private final List<byte[]> subtracted = new ArrayList<>();

  void add(byte[] key) {
    added.add(key);
  }

  void subtract(byte[] key) {
    subtracted.add(key);
  }

  /** Adds a mask that two sites share: the first of them in the roster adds it, the other −it. */
  void addPair(byte[] key, int own, int other) {
    (own < other ? added : subtracted).add(key);
  }

  /** Takes off what {@link #addPair} put on. */
  void subtractPair(byte[] key, int own, int other) {
    (own < other ? subtracted : added).add(key);
  }

  /** Adds all masks to the vector, then wipes their keys. */
  void applyTo(long[] vector, Parallel parallel) {
    parallel.forBlocks(
        vector.length,
        TASK_WORDS,
        (block, from, to) -> {
          for (byte[] key : added) {
            MaskStream.add(key, 1, vector, from, to);
          }
          for (byte[] key : subtracted) {
            MaskStream.add(key, -1, vector, from, to);
          }
        });
    wipe(added);
    wipe(subtracted);
  }

  private static void wipe(List<byte[]> keys) {
    keys.forEach(Secrets::wipe);
    keys.clear();
  }
}
