package io.coterie.bench.bytes;

import io.coterie.math.Matrix;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/**
 * What it takes to send records, instead of clustering them where they are: the columns that a
 * method is given, all records in one message.
 *
 * @param floats bytes with four for each value
 * @param gzip bytes of a CSV file under gzip, values in their shortest form and no header
 */
record RecordBytes(int count, int features, long floats, long gzip) {
  static RecordBytes of(Matrix records) {
    return new RecordBytes(
        records.rows(),
        records.columns(),
        (long) Float.BYTES * records.rows() * records.columns(),
        gzip(records));
  }

  private static long gzip(Matrix records) {
    Counter counter = new Counter();
    try (OutputStream out = new GZIPOutputStream(counter)) {
      for (int i = 0; i < records.rows(); i++) {
        StringBuilder line = new StringBuilder();
        for (int j = 0; j < records.columns(); j++) {
          line.append(text(records.at(i, j))).append(j + 1 < records.columns() ? ',' : '\n');
        }
        out.write(line.toString().getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return counter.bytes;
  }

  /** Returns the shortest text that gives the value back. */
  private static String text(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1 << 24) {
      return Integer.toString((int) value);
    }
    return value == (float) value ? Float.toString((float) value) : Double.toString(value);
  }

  /** Counts bytes and keeps none. */
  private static final class Counter extends OutputStream {
    private long bytes;

    @Override
    public void write(int value) {
      bytes++;
    }

    @Override
    public void write(byte[] values, int from, int length) {
      bytes += length;
    }
  }
}
