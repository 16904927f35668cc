package io.coterie.data.format;

import io.coterie.CoterieException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Text in UTF-8, refused where it is none: a wrong byte in the middle of a file must not become a
 * wrong level.
 *
 * <p>Not thread-safe.
 */
final class TextStream extends InputStream {
  private final String name;
  private final Charset charset;
  private final InputStream in;
  private final Utf8 utf8 = new Utf8();

  TextStream(String name, Charset charset, InputStream in) {
    this.name = name;
    this.charset = charset;
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = in.read(bytes, offset, length);
    if (count < 0) {
      if (!utf8.isWhole()) {
        throw notEncoded(name, charset);
      }
      return count;
    }
    int end = offset + count;
    int at = offset;
    while (utf8.isWhole() && at < end && bytes[at] > 0) {
      at++;
    }
    checkRest(bytes, at, end);
    return count;
  }

  private void checkRest(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (bytes[at] == 0) {
        throw CoterieException.badData(
            ("%s has zero bytes, so it is neither text nor a format that can be read. Give CSV or"
                    + " TSV text (also as .gz), JSON, Excel (.xlsx), Parquet or IDX.")
                .formatted(name));
      }
    }
    if (!utf8.accepts(bytes, from, to)) {
      throw notEncoded(name, charset);
    }
  }

  static CoterieException notEncoded(String name, Charset charset) {
    return CoterieException.badData(
        charset.equals(StandardCharsets.UTF_8)
            ? ("%s is not UTF-8 throughout. Say how it is written, for example --encoding"
                    + " windows-1252, or save it as UTF-8.")
                .formatted(name)
            : "%s has bytes that are no text in %s. Say how it is written with --encoding."
                .formatted(name, charset));
  }
}
