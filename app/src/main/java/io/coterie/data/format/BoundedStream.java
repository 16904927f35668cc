package io.coterie.data.format;

import io.coterie.CoterieException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Refuses to unpack more than a bound. */
final class BoundedStream extends FilterInputStream {
  private final String name;
  private long left;

  BoundedStream(String name, InputStream in, long most) {
    super(in);
    this.name = name;
    this.left = most;
  }

  @Override
  public int read() throws IOException {
    int symbol = in.read();
    count(symbol < 0 ? 0 : 1);
    return symbol;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = in.read(bytes, offset, length);
    count(Math.max(0, read));
    return read;
  }

  private void count(int read) {
    left -= read;
    if (left < 0) {
      throw CoterieException.badData(
          "%s unpacks to far more than a table of its size can be. Save the sheet as CSV."
              .formatted(name));
    }
  }
}
