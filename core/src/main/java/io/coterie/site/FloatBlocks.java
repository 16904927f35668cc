package io.coterie.site;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import io.coterie.site.Records.BlockFunction;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * Many records in little memory: floats, 4 bytes a value, in blocks that become matrices of doubles
 * one at a time on each thread. Two blocks at a time are gone over by two threads, and so on; what
 * they give is merged in the order of the blocks, so the threads change no bit.
 *
 * <p>Immutable.
 */
public final class FloatBlocks implements Records {
  /** About the values of a block: 32 MB as doubles. */
  private static final int VALUES = 1 << 22;

  private final int features;
  private final int rows;
  private final long size;
  private final List<float[]> blocks;

  private FloatBlocks(int features, int rows, long size, List<float[]> blocks) {
    this.features = features;
    this.rows = rows;
    this.size = size;
    this.blocks = blocks;
  }

  public static Builder builder(int features) {
    return new Builder(features, Math.max(1, VALUES / Math.max(1, features)));
  }

  static Builder builder(int features, int rows) {
    return new Builder(features, rows);
  }

  /** Takes records in their order. Not thread-safe. */
  public static final class Builder {
    private final int features;
    private final int rows;
    private final List<float[]> blocks = new ArrayList<>();
    private float[] block;
    private int used;
    private long size;

    private Builder(int features, int rows) {
      this.features = features;
      this.rows = rows;
      this.block = new float[0];
    }

    /** Takes the next record; NaN marks a missing value. */
    public void add(double[] record) {
      if (record.length != features) {
        throw new IllegalArgumentException(
            "A record has %d values; it must have %d.".formatted(record.length, features));
      }
      if (used == block.length) {
        extend();
      }
      for (double value : record) {
        float narrow = (float) value;
        if (Float.isInfinite(narrow)) {
          throw new IllegalArgumentException(
              "A value of record %d is beyond %s. Use a larger unit for that feature."
                  .formatted(size + 1, Float.MAX_VALUE));
        }
        block[used++] = narrow;
      }
      size++;
    }

    /** A block grows by doubling, so that few records take little. */
    private void extend() {
      int full = rows * features;
      if (used == full || block.length == 0) {
        if (used > 0) {
          blocks.add(block);
        }
        block = new float[Math.min(full, 1024 * features)];
        used = 0;
      } else {
        block = Arrays.copyOf(block, Math.min(full, 2 * block.length));
      }
    }

    public FloatBlocks build() {
      if (used > 0) {
        blocks.add(Arrays.copyOf(block, used));
        block = new float[0];
        used = 0;
      }
      return new FloatBlocks(features, rows, size, List.copyOf(blocks));
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public int features() {
    return features;
  }

  @Override
  public boolean isOneBlock() {
    return false;
  }

  @Override
  public Matrix whole() {
    throw CoterieException.usage(
        "This method needs all records of a site at once, which --engine stream does not bring"
            + " together. Use anchor-graph, anchor-graph:groups, k-fed, ffcm or dp-lloyd, or --engine local.");
  }

  /** Doubles for the time of one block: four more bytes a value for all would double the memory. */
  private Matrix block(int number) {
    float[] values = blocks.get(number);
    double[] wide = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      wide[i] = values[i];
    }
    return Matrix.over(values.length / Math.max(1, features), features, wide);
  }

  /** Gives what each block gives to a taker, in their order, a block on every thread at a time. */
  private <T> void forEach(BlockFunction<T> function, Parallel parallel, Consumer<T> taker) {
    int wave = parallel.threads();
    for (int first = 0; first < blocks.size(); first += wave) {
      int from = first;
      int count = Math.min(wave, blocks.size() - first);
      List<T> given = new ArrayList<>(Collections.nCopies(count, null));
      parallel.forEach(count, i -> given.set(i, function.of(block(from + i), parallel)));
      given.forEach(taker);
    }
  }

  @Override
  public <T> T reduce(BlockFunction<T> function, Merge<T> merge, Parallel parallel) {
    List<T> merged = new ArrayList<>(1);
    forEach(
        function,
        parallel,
        given -> {
          if (merged.isEmpty()) {
            merged.add(given);
          } else {
            merged.set(0, merge.of(merged.get(0), given));
          }
        });
    return merged.get(0);
  }

  /** Blocks keep their numbers of records; what is made of a record may have other features. */
  @Override
  public Records map(BlockFunction<Matrix> function, Parallel parallel) {
    List<float[]> mapped = new ArrayList<>();
    int[] columns = {features};
    BlockFunction<Narrow> narrowed = (block, inside) -> Narrow.of(function.of(block, inside));
    forEach(
        narrowed,
        parallel,
        given -> {
          columns[0] = given.columns;
          mapped.add(given.values);
        });
    return new FloatBlocks(columns[0], rows, size, List.copyOf(mapped));
  }

  @SuppressWarnings("ArrayRecordComponent") // handed on, compared by nobody
  private record Narrow(int columns, float[] values) implements Serializable {
    static Narrow of(Matrix block) {
      double[] wide = block.array();
      float[] values = new float[wide.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) wide[i];
      }
      return new Narrow(block.columns(), values);
    }
  }

  @Override
  public Labels label(BlockFunction<Labels> function, Parallel parallel) {
    int[] all = new int[Math.toIntExact(size)];
    int[] next = {0, 0};
    forEach(
        function,
        parallel,
        given -> {
          int[] labels = given.toArray();
          System.arraycopy(labels, 0, all, next[0], labels.length);
          next[0] += labels.length;
          next[1] = given.clusterCount();
        });
    return Labels.of(all, next[1]);
  }

  @Override
  public Matrix select(long[] positions) {
    Matrix selected = Matrix.zeros(positions.length, features);
    for (int i = 0; i < positions.length; i++) {
      // Every block but the last has the same number of rows.
      float[] values = blocks.get((int) (positions[i] / rows));
      int from = (int) (positions[i] % rows) * features;
      for (int j = 0; j < features; j++) {
        selected.set(i, j, values[from + j]);
      }
    }
    return selected;
  }
}
