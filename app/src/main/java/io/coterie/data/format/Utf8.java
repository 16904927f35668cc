package io.coterie.data.format;

/**
 * Follows bytes and says whether they are UTF-8 so far (RFC 3629: no overlong forms, no halves of
 * pairs).
 *
 * <p>Not thread-safe.
 */
final class Utf8 {
  private int open; // how many bytes of the current character are to come
  private int lowest = 0x80; // of the next of these
  private int highest = 0xBF;

  /** Returns whether all bytes of a stretch fit. */
  boolean accepts(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if ((open > 0 || bytes[at] < 0) && !accepts(bytes[at] & 0xFF)) {
        return false;
      }
    }
    return true;
  }

  private boolean accepts(int symbol) {
    if (open > 0) {
      boolean fits = symbol >= lowest && symbol <= highest;
      lowest = 0x80;
      highest = 0xBF;
      open--;
      return fits;
    }
    open = symbol >= 0xF0 ? 3 : symbol >= 0xE0 ? 2 : 1;
    switch (symbol) {
      case 0xE0 -> lowest = 0xA0;
      case 0xED -> highest = 0x9F;
      case 0xF0 -> lowest = 0x90;
      case 0xF4 -> highest = 0x8F;
      default -> {
        // The other leading bytes let anything follow.
      }
    }
    return symbol >= 0xC2 && symbol <= 0xF4;
  }

  /** Returns whether the last character is complete. */
  boolean isWhole() {
    return open == 0;
  }
}
