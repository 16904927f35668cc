package io.coterie.bench.speed;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Numbers without a header, little-endian: what NumPy's {@code fromfile} reads and {@code tofile}
 * writes. Goes through a small buffer, so that the file adds nothing to the memory of its reader.
 */
final class RawFile {
  private static final int CHUNK = 1 << 16;

  private RawFile() {}

  static void write(Path file, double[] values) {
    write(file, values.length, Double.BYTES, (buffer, i) -> buffer.putDouble(values[i]));
  }

  static void write(Path file, int[] values) {
    write(file, values.length, Integer.BYTES, (buffer, i) -> buffer.putInt(values[i]));
  }

  static double[] readDoubles(Path file) {
    double[] values = new double[length(file, Double.BYTES)];
    read(file, values.length, Double.BYTES, (buffer, i) -> values[i] = buffer.getDouble());
    return values;
  }

  static int[] readInts(Path file) {
    int[] values = new int[length(file, Integer.BYTES)];
    read(file, values.length, Integer.BYTES, (buffer, i) -> values[i] = buffer.getInt());
    return values;
  }

  /** Moves the value of an index between an array and a buffer. */
  private interface Mover {
    void move(ByteBuffer buffer, int index);
  }

  private static int length(Path file, int size) {
    return Math.toIntExact(file.toFile().length() / size);
  }

  private static void write(Path file, int count, int size, Mover mover) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK * size).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      for (int from = 0; from < count; from += CHUNK) {
        buffer.clear();
        for (int i = from; i < Math.min(count, from + CHUNK); i++) {
          mover.move(buffer, i);
        }
        buffer.flip();
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(Path file, int count, int size, Mover mover) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK * size).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(file)) {
      for (int from = 0; from < count; from += CHUNK) {
        int to = Math.min(count, from + CHUNK);
        buffer.clear().limit((to - from) * size);
        while (buffer.hasRemaining()) {
          if (channel.read(buffer) < 0) {
            throw new EOFException(file.toString());
          }
        }
        buffer.flip();
        for (int i = from; i < to; i++) {
          mover.move(buffer, i);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
