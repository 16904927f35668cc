package io.coterie.site;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.site.Records.BlockFunction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Records in several blocks; functions and what they give go through bytes and back. */
public record Chunks(List<Matrix> blocks, int largestSample) implements Records {
  /** Cuts a matrix into blocks of so many rows; the last may be smaller. */
  public static Chunks of(Matrix records, int rows) {
    List<Matrix> blocks = new ArrayList<>();
    for (int from = 0; from < records.rows(); from += rows) {
      int to = Math.min(records.rows(), from + rows);
      blocks.add(records.selectRows(IntStream.range(from, to).toArray()));
    }
    return new Chunks(blocks, LARGEST_SAMPLE);
  }

  /** Returns the same, with smaller samples. */
  public Chunks withSamplesOf(int records) {
    return new Chunks(blocks, records);
  }

  @Override
  public int sampleSize() {
    return (int) Math.min(size(), largestSample);
  }

  @Override
  public long size() {
    return blocks.stream().mapToLong(Matrix::rows).sum();
  }

  @Override
  public int features() {
    return blocks.get(0).columns();
  }

  @Override
  public boolean isOneBlock() {
    return false;
  }

  @Override
  public Matrix whole() {
    throw CoterieException.usage("These records are never in one place.");
  }

  @Override
  public <T> T reduce(BlockFunction<T> function, Merge<T> merge, Parallel parallel) {
    return each(function, parallel).stream().reduce(sent(merge)::of).orElseThrow();
  }

  private <T> List<T> each(BlockFunction<T> function, Parallel parallel) {
    BlockFunction<T> arrived = sent(function);
    return blocks.stream().map(block -> sent(arrived.of(block, parallel))).toList();
  }

  @Override
  public Records map(BlockFunction<Matrix> function, Parallel parallel) {
    return new Chunks(each(function, parallel), largestSample);
  }

  @Override
  public Labels label(BlockFunction<Labels> function, Parallel parallel) {
    List<Labels> parts = each(function, parallel);
    return Labels.of(
        parts.stream().flatMapToInt(part -> Arrays.stream(part.toArray())).toArray(),
        parts.get(0).clusterCount());
  }

  @Override
  public Matrix select(long[] positions) {
    return Matrix.stacked(blocks)
        .selectRows(Arrays.stream(positions).mapToInt(Math::toIntExact).toArray());
  }

  @SuppressWarnings("unchecked") // what comes back is what went in
  private static <T> T sent(T value) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(value);
      }
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        return (T) in.readObject();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
