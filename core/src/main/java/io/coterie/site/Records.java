package io.coterie.site;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.message.SumPayload;
import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A site's records as blocks of rows, wherever they are held: in memory, in chunks or on a cluster.
 * A method's site part goes over them by passes: a function is applied to every block, and what the
 * blocks give is added up in their order. Held in one block, everything is as it is over one
 * matrix, to the bit.
 *
 * <p>What is not a sum over records starts from {@link #sample}.
 */
public interface Records {
  int LARGEST_SAMPLE = 30_000;

  /** How what two blocks gave becomes one; the first is of earlier records. */
  @FunctionalInterface
  interface Merge<T> extends Serializable {
    T of(T one, T other);
  }

  long size();

  int features();

  boolean isOneBlock();

  /** Records that are not in one block refuse, and say why. */
  Matrix whole();

  /** Goes over all blocks once and merges what they give, in their order. */
  <T> T reduce(BlockFunction<T> function, Merge<T> merge, Parallel parallel);

  /** Goes over all blocks once and adds up what they give. */
  default <T extends SumPayload<T>> T sum(BlockFunction<T> function, Parallel parallel) {
    return reduce(function, SumPayload::plus, parallel);
  }

  /**
   * Returns the records that a function makes, one of each, in the same order. These are no longer
   * needed then.
   */
  Records map(BlockFunction<Matrix> function, Parallel parallel);

  /** In the order of the records. */
  Labels label(BlockFunction<Labels> function, Parallel parallel);

  /** Positions must increase. */
  Matrix select(long[] positions);

  default int sampleSize() {
    return (int) Math.min(size(), LARGEST_SAMPLE);
  }

  /**
   * Returns the records to start from: all if they are few, in order, else a sample, one record
   * from each of as many equal stretches.
   */
  default Matrix sample(Seed seed) {
    int count = sampleSize();
    if (count == size() && isOneBlock()) {
      return whole();
    }
    double stretch = (double) size() / count;
    SplittableRandom random = seed.random();
    long[] positions = new long[count];
    for (int k = 0; k < count; k++) {
      long from = (long) Math.ceil(k * stretch);
      long to = Math.min(size(), (long) Math.ceil((k + 1) * stretch));
      positions[k] = to - from > 1 ? random.nextLong(from, to) : from;
    }
    return select(positions);
  }

  default boolean isWhole(Matrix sample) {
    return isOneBlock() && sample.rows() == size();
  }

  /** Records in memory, as one block. */
  record OneBlock(Matrix whole) implements Records {
    @Override
    public long size() {
      return whole.rows();
    }

    @Override
    public int features() {
      return whole.columns();
    }

    @Override
    public boolean isOneBlock() {
      return true;
    }

    @Override
    public <T> T reduce(BlockFunction<T> function, Merge<T> merge, Parallel parallel) {
      return function.of(whole, parallel);
    }

    @Override
    public Records map(BlockFunction<Matrix> function, Parallel parallel) {
      return new OneBlock(function.of(whole, parallel));
    }

    @Override
    public Labels label(BlockFunction<Labels> function, Parallel parallel) {
      return function.of(whole, parallel);
    }

    @Override
    public Matrix select(long[] positions) {
      return whole.selectRows(Arrays.stream(positions).mapToInt(Math::toIntExact).toArray());
    }
  }

  /**
   * What is made of one block of records. It travels to where the records are, and what it returns
   * travels back, so both are serializable; it holds what it needs and no state.
   *
   * @param <T> what it makes
   */
  @FunctionalInterface
  interface BlockFunction<T> extends Serializable {
    /** One record per row; a block may have no rows. */
    T of(Matrix block, Parallel parallel);
  }
}
