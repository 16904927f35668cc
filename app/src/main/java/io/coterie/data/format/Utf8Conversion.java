package io.coterie.data.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Text of another encoding as UTF-8.
 *
 * <p>Not thread-safe.
 */
final class Utf8Conversion extends InputStream {
  private final String name;
  private final Charset charset;
  private final Reader reader;
  private final char[] chars = new char[1 << 13];
  private int kept; // a first half of a pair that waits for the second
  private byte[] bytes = new byte[0];
  private int at;

  Utf8Conversion(String name, Charset charset, InputStream in) {
    this.name = name;
    this.charset = charset;
    this.reader =
        new InputStreamReader(
            in,
            charset
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT));
  }

  @Override
  public int read() throws IOException {
    return fill() ? bytes[at++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, bytes.length - at);
    System.arraycopy(bytes, at, target, offset, count);
    at += count;
    return count;
  }

  private boolean fill() throws IOException {
    while (at == bytes.length) {
      int count;
      try {
        count = reader.read(chars, kept, chars.length - kept);
      } catch (CharacterCodingException e) {
        throw TextStream.notEncoded(name, charset);
      }
      if (count < 0) {
        return false;
      }
      int end = kept + count;
      kept = Character.isHighSurrogate(chars[end - 1]) ? 1 : 0;
      bytes = new String(chars, 0, end - kept).getBytes(StandardCharsets.UTF_8);
      at = 0;
      chars[0] = chars[end - 1];
    }
    return true;
  }
}
