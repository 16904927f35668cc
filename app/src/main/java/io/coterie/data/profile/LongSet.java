package io.coterie.data.profile;

/**
 * A set of numbers of 64 bits that takes no more than so many.
 *
 * <p>Not thread-safe.
 */
final class LongSet {
  private final int limit;
  private long[] slots = new long[1024];
  private boolean hasZero;
  private int size;

  LongSet(int limit) {
    this.limit = limit;
  }

  boolean isFull() {
    return size >= limit;
  }

  /** Adds a number; returns false if it was there, or if no more are taken. */
  boolean add(long number) {
    if (number == 0) {
      boolean isNew = !hasZero;
      hasZero = true;
      return isNew;
    }
    int at = find(slots, number);
    if (slots[at] == number || isFull()) {
      return false;
    }
    slots[at] = number;
    size++;
    if (2 * size > slots.length) {
      long[] larger = new long[2 * slots.length];
      for (long kept : slots) {
        if (kept != 0) {
          larger[find(larger, kept)] = kept;
        }
      }
      slots = larger;
    }
    return true;
  }

  private static int find(long[] slots, long number) {
    int at = (int) (mixed(number) & (slots.length - 1));
    while (slots[at] != 0 && slots[at] != number) {
      at = (at + 1) & (slots.length - 1);
    }
    return at;
  }

  /** Spreads the bits of a number (SplitMix64). */
  static long mixed(long number) {
    long z = number + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  static long hash(CharSequence text) {
    long hash = 0xCBF29CE484222325L; // FNV-1a
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return mixed(hash);
  }
}
