package io.coterie.data.format;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * Reads the text of one cell: a decimal number, a mark for "missing", an infinity, or other text.
 *
 * <p>Not thread-safe: {@link #value} belongs to the last cell read.
 */
public final class Cell {
  public enum Content {
    NUMBER,
    MISSING,
    INFINITE,
    TEXT
  }

  private static final Set<String> MISSING = Set.of("", "na", "n/a", "nan", "null", "?");
  private static final Set<String> INFINITE =
      Set.of("inf", "+inf", "-inf", "infinity", "+infinity", "-infinity");
  private static final int LONGEST_WORD = "-infinity".length();
  // A whole number below 2^53 and a power of ten up to 10^22 are exact doubles, so one
  // multiplication or division rounds once, as the full algorithm does (Clinger 1990).
  private static final long EXACT = 1L << 53;
  private static final double[] POWERS =
      DoubleStream.iterate(1, power -> power * 10).limit(23).toArray();

  private double value;

  /** Returns the number of the last cell, which may be infinite; NaN if it held none. */
  double value() {
    return value;
  }

  /** Reads a cell that is already trimmed. */
  public Content read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return read(bytes, bytes.length);
  }

  /** Reads a cell that is already trimmed, from the first bytes of an array. */
  public Content read(byte[] bytes, int length) {
    int at = 0;
    boolean isNegative = false;
    if (length > 0 && (bytes[0] == '-' || bytes[0] == '+')) {
      isNegative = bytes[0] == '-';
      at = 1;
    }
    long digits = 0;
    int scale = 0;
    int digitCount = 0;
    boolean isPointSeen = false;
    boolean isExact = true;
    for (; at < length; at++) {
      int symbol = bytes[at];
      if (symbol >= '0' && symbol <= '9') {
        digitCount++;
        if (digits < EXACT / 16) {
          digits = digits * 10 + (symbol - '0');
          scale -= isPointSeen ? 1 : 0;
        } else {
          isExact = false;
        }
      } else if (symbol == '.' && !isPointSeen) {
        isPointSeen = true;
      } else {
        break;
      }
    }
    if (digitCount == 0) {
      return readWord(bytes, length);
    }
    if (at < length) {
      int exponent = exponent(bytes, at, length);
      if (exponent == Integer.MIN_VALUE) {
        return readWord(bytes, length);
      }
      scale += exponent;
    }
    if (isExact && Math.abs(scale) < POWERS.length) {
      double size = scale < 0 ? digits / POWERS[-scale] : digits * POWERS[scale];
      value = isNegative ? -size : size;
      return Content.NUMBER;
    }
    value = Double.parseDouble(new String(bytes, 0, length, StandardCharsets.US_ASCII));
    return Double.isInfinite(value) ? Content.INFINITE : Content.NUMBER;
  }

  /** Returns the exponent that fills the rest of the cell; the least integer if none does. */
  private static int exponent(byte[] bytes, int start, int length) {
    if (bytes[start] != 'e' && bytes[start] != 'E') {
      return Integer.MIN_VALUE;
    }
    int at = start + 1;
    boolean isNegative = false;
    if (at < length && (bytes[at] == '-' || bytes[at] == '+')) {
      isNegative = bytes[at] == '-';
      at++;
    }
    if (at == length) {
      return Integer.MIN_VALUE;
    }
    int exponent = 0;
    for (; at < length; at++) {
      if (bytes[at] < '0' || bytes[at] > '9') {
        return Integer.MIN_VALUE;
      }
      exponent = Math.min(100_000, exponent * 10 + (bytes[at] - '0'));
    }
    return isNegative ? -exponent : exponent;
  }

  private Content readWord(byte[] bytes, int length) {
    value = Double.NaN;
    if (length > LONGEST_WORD) {
      return Content.TEXT;
    }
    String word = new String(bytes, 0, length, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    if (MISSING.contains(word)) {
      return Content.MISSING;
    }
    if (INFINITE.contains(word)) {
      value = word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      return Content.INFINITE;
    }
    return Content.TEXT;
  }
}
