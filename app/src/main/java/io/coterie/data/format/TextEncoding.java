package io.coterie.data.format;

import io.coterie.CoterieException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * In what encoding a file's text is written: as stated, or as its first bytes prove. What is
 * neither UTF nor plausible Windows-1252 is asked about.
 *
 * @param mark the bytes in front that only say the encoding
 */
record TextEncoding(Charset charset, int mark) {
  private static final Charset WINDOWS = Charset.forName("windows-1252");
  private static final Map<Charset, byte[]> MARKS =
      Map.of(
          StandardCharsets.UTF_8, new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF},
          StandardCharsets.UTF_16LE, new byte[] {(byte) 0xFF, (byte) 0xFE},
          StandardCharsets.UTF_16BE, new byte[] {(byte) 0xFE, (byte) 0xFF});

  private static final int UTF_16_SAMPLE = 1 << 12;

  /**
   * Finds the encoding.
   *
   * @param head the first bytes of the file
   */
  static TextEncoding of(String name, byte[] head, Optional<Charset> stated) {
    Optional<TextEncoding> marked = marked(head);
    if (stated.isPresent()) {
      Charset charset = stated.get();
      if (marked.isEmpty()) {
        return new TextEncoding(charset, 0);
      }
      if (charset.equals(marked.get().charset()) || charset.equals(StandardCharsets.UTF_16)) {
        return marked.get();
      }
      throw CoterieException.usage(
          "%s begins with the mark of %s, but --encoding says %s. Leave --encoding out."
              .formatted(name, marked.get().charset(), charset));
    }
    if (marked.isPresent()) {
      return marked.get();
    }
    Optional<Charset> wide = wide(head);
    if (wide.isPresent()) {
      return new TextEncoding(wide.get(), 0);
    }
    if (new Utf8().accepts(head, 0, head.length)) {
      return new TextEncoding(StandardCharsets.UTF_8, 0);
    }
    if (isWindows(head)) {
      return new TextEncoding(WINDOWS, 0);
    }
    throw CoterieException.badData(
        ("%s is text, but neither UTF-8 nor surely Windows-1252. Say how it is written, for example"
                + " --encoding ibm850 or --encoding x-macroman, or save it as UTF-8.")
            .formatted(name));
  }

  boolean isUtf8() {
    return charset.equals(StandardCharsets.UTF_8);
  }

  /** Returns what a person calls the encoding. */
  String words() {
    return charset.equals(WINDOWS) ? "Windows-1252" : charset.name();
  }

  /** Returns the text as UTF-8, checked, of a stream that has all bytes. */
  InputStream utf8(String name, InputStream all) throws IOException {
    all.skipNBytes(mark);
    return new TextStream(name, charset, isUtf8() ? all : new Utf8Conversion(name, charset, all));
  }

  private static Optional<TextEncoding> marked(byte[] head) {
    for (Map.Entry<Charset, byte[]> entry : MARKS.entrySet()) {
      byte[] mark = entry.getValue();
      int same = 0;
      while (same < mark.length && same < head.length && head[same] == mark[same]) {
        same++;
      }
      if (same == mark.length) {
        return Optional.of(new TextEncoding(entry.getKey(), mark.length));
      }
    }
    return Optional.empty();
  }

  /** Tables have so many digits and separators that every other byte of UTF-16 is often zero. */
  private static Optional<Charset> wide(byte[] head) {
    int pairs = Math.min(head.length, UTF_16_SAMPLE) / 2;
    int firstZero = 0;
    int secondZero = 0;
    for (int at = 0; at < 2 * pairs; at += 2) {
      firstZero += head[at] == 0 ? 1 : 0;
      secondZero += head[at + 1] == 0 ? 1 : 0;
    }
    if (4 * firstZero < secondZero && 2 * secondZero > pairs) {
      return Optional.of(StandardCharsets.UTF_16LE);
    }
    if (4 * secondZero < firstZero && 2 * firstZero > pairs) {
      return Optional.of(StandardCharsets.UTF_16BE);
    }
    return Optional.empty();
  }

  /**
   * Returns whether bytes make sense in Windows-1252, which Latin-1 is a part of: every one has a
   * meaning there, no two are a character of UTF-8, and none would be a sign or a capital letter
   * inside a word, as umlauts of the code pages of DOS and of old Macintoshes are.
   */
  private static boolean isWindows(byte[] head) {
    String text = new String(head, WINDOWS);
    for (int at = 0; at < text.length(); at++) {
      char symbol = text.charAt(at);
      if (symbol == '\uFFFD' || (symbol >= 0x80 && symbol < 0xA0)) {
        return false;
      }
      boolean isHigh = (head[at] & 0xE0) == 0x80;
      boolean isInWord =
          at > 0
              && at + 1 < text.length()
              && isLetter(head[at - 1])
              && Character.isLowerCase(text.charAt(at + 1));
      // A file in UTF-8 with some broken bytes, or two files in one.
      boolean isPairOfUtf8 =
          at + 1 < head.length && (head[at] & 0xE0) == 0xC0 && (head[at + 1] & 0xC0) == 0x80;
      boolean fitsInWord = Character.isLowerCase(symbol) || symbol == '’';
      if (isPairOfUtf8 || (isHigh && isInWord && !fitsInWord)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetter(byte symbol) {
    return (symbol >= 'a' && symbol <= 'z') || (symbol >= 'A' && symbol <= 'Z');
  }
}
