package io.coterie.site;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import java.util.Arrays;

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
