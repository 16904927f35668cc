package io.coterie.data.format;

import io.coterie.CoterieException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cuts separated text into cells, RFC 4180 style: quotes may hold separators, line ends and doubled
 * quotes; blanks around a cell without quotes do not count. Lines end with LF, CR LF or CR.
 *
 * <p>Not thread-safe; the bytes belong to the current cell alone.
 */
final class CsvTokens {
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
}
