package io.coterie.data.format;

import io.coterie.CoterieException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * Cuts separated text into cells, RFC 4180 style: quotes may hold separators, line ends and doubled
 * quotes; blanks around a cell without quotes do not count. Lines end with LF, CR LF or CR.
 *
 * <p>Not thread-safe; the bytes belong to the current cell alone.
 */
public final class CsvTokens {
  private static final int LONGEST_CELL = 1 << 20;
  private static final int END = -1;

  private final String source;
  private final InputStream in;
  private final char separator;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int filled;
  private byte[] cell = new byte[64];
  private int length;
  private boolean isLast = true;
  private boolean isQuoted;
  private long line;
  private long nextLine = 1;

  CsvTokens(String source, InputStream in, char separator) {
    this.source = source;
    this.in = in;
    this.separator = separator;
  }

  /** Moves to the next cell; returns false at the end. An empty line is one empty cell. */
  boolean next() throws IOException {
    int symbol = read();
    if (isLast) {
      if (symbol == END) {
        return false;
      }
      line = nextLine;
    }
    length = 0;
    isQuoted = false;
    int quotedLength = 0;
    while (symbol != separator && symbol != END && symbol != '\n' && symbol != '\r') {
      if (symbol == '"' && !isQuoted && isBlankSoFar()) {
        length = 0;
        readQuoted();
        isQuoted = true;
        quotedLength = length;
      } else {
        append(symbol);
      }
      symbol = read();
    }
    isLast = symbol != separator;
    if (symbol == '\r' && peek() == '\n') {
      at++;
    }
    if (isLast) {
      nextLine++;
    }
    trim(quotedLength);
    return true;
  }

  byte[] bytes() {
    return cell;
  }

  int length() {
    return length;
  }

  String text() {
    return new String(cell, 0, length, StandardCharsets.UTF_8);
  }

  boolean isLast() {
    return isLast;
  }

  boolean isQuoted() {
    return isQuoted;
  }

  /** Returns the number of the line in which the current record starts, from 1. */
  long line() {
    return line;
  }

  private void readQuoted() throws IOException {
    while (true) {
      int symbol = read();
      if (symbol == END) {
        throw CoterieException.badData(
            "%s has a quote that is opened in or after line %d and never closed. Close it, or save the file again."
                .formatted(source, line));
      }
      if (symbol == '"') {
        if (peek() != '"') {
          return;
        }
        at++;
      } else if (symbol == '\n') {
        nextLine++;
      }
      append(symbol);
    }
  }

  private boolean isBlankSoFar() {
    for (int i = 0; i < length; i++) {
      if (cell[i] != ' ') {
        return false;
      }
    }
    return true;
  }

  private void trim(int quotedLength) {
    while (length > quotedLength && (cell[length - 1] == ' ' || cell[length - 1] == '\t')) {
      length--;
    }
    int start = 0;
    while (!isQuoted && start < length && (cell[start] == ' ' || cell[start] == '\t')) {
      start++;
    }
    if (start > 0) {
      System.arraycopy(cell, start, cell, 0, length - start);
      length -= start;
    }
  }

  private void append(int symbol) {
    if (length == cell.length) {
      if (length >= LONGEST_CELL) {
        throw CoterieException.badData(
            "%s has a cell of more than %d bytes in line %d. Is a quote not closed?"
                .formatted(source, LONGEST_CELL, line));
      }
      cell = Arrays.copyOf(cell, length * 2);
    }
    cell[length++] = (byte) symbol;
  }

  private int read() throws IOException {
    int symbol = peek();
    at += symbol == END ? 0 : 1;
    return symbol;
  }

  private int peek() throws IOException {
    if (at == filled) {
      filled = Math.max(0, in.read(buffer, 0, buffer.length));
      at = 0;
      if (filled == 0) {
        return END;
      }
    }
    return buffer[at] & 0xFF;
  }

  /**
   * Reads the text of one cell: a decimal number, a mark for "missing", an infinity, or other text.
   *
   * <p>Not thread-safe: {@link #value} belongs to the last cell read.
   */
  public static final class Cell {
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
    private static final int LONGEST_EXACT = 64; // digits; of longer numbers none is a measurement
    private static final double[] POWERS =
        DoubleStream.iterate(1, power -> power * 10).limit(23).toArray();

    private double value;
    private boolean hasPoint;
    private boolean isLongWhole;

    /** Returns whether an unquoted text marks a value that is not there. */
    static boolean isMissing(String text) {
      return text.length() <= LONGEST_WORD && MISSING.contains(text.toLowerCase(Locale.ROOT));
    }

    /** Returns whether the last cell was a number with a decimal point. */
    boolean hasPoint() {
      return hasPoint;
    }

    /** Returns whether the last cell was a whole number of more digits than a double keeps. */
    boolean isLongWhole() {
      return isLongWhole;
    }

    /** Returns the number of the last cell, which may be infinite; NaN if it held none. */
    public double value() {
      return value;
    }

    /** Reads a cell that is already trimmed. */
    public Content read(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return read(bytes, bytes.length);
    }

    /** Reads a cell that is already trimmed, from the first bytes of an array. */
    public Content read(byte[] bytes, int length) {
      hasPoint = false;
      isLongWhole = false;
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
      hasPoint = isPointSeen;
      if (isExact && Math.abs(scale) < POWERS.length) {
        double size = scale < 0 ? digits / POWERS[-scale] : digits * POWERS[scale];
        value = isNegative ? -size : size;
        return Content.NUMBER;
      }
      String text = new String(bytes, 0, length, StandardCharsets.US_ASCII);
      value = Double.parseDouble(text);
      isLongWhole = !isPointSeen && at == length && losesDigits(text, value);
      return Double.isInfinite(value) ? Content.INFINITE : Content.NUMBER;
    }

    private static boolean losesDigits(String text, double value) {
      return text.length() > LONGEST_EXACT
          || new BigDecimal(value).compareTo(new BigDecimal(text)) != 0;
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
}
