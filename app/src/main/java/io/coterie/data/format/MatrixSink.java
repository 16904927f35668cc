package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.DataSet;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import io.coterie.plan.InputKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes one matrix of a table's records.
 *
 * <p>Not thread-safe. Needs at most twice the memory of the numbers.
 */
public final class MatrixSink implements RecordSink {
  private static final int BLOCK_VALUES = 1 << 20;

  private final String source;
  private List<String> features = List.of();
  private final List<double[]> blocks = new ArrayList<>();
  private double[] block = new double[0];
  private int filled;
  private int records;

  public MatrixSink(String source) {
    this.source = source;
  }

  @Override
  public void begin(List<String> names) {
    features = names;
  }

  @Override
  public void add(double[] record) {
    if (filled == block.length) {
      block = new double[Math.max(1, BLOCK_VALUES / record.length) * record.length];
      blocks.add(block);
      filled = 0;
    }
    System.arraycopy(record, 0, block, filled, record.length);
    filled += record.length;
    records++;
    if ((long) records * features.size() > Integer.MAX_VALUE - 8) {
      throw CoterieException.badData(
          ("%s has more than %d values, which do not fit into one matrix. Give fewer records, or join"
                  + " with --engine stream.")
              .formatted(source, Integer.MAX_VALUE - 8));
    }
  }

  @Override
  public boolean keepsText() {
    return true;
  }

  /** Returns the table; without a hash of the source's bytes, its values are hashed. */
  public DataSet finish(
      Map<String, List<String>> setAside, ReadOptions options, Optional<String> sha256) {
    return new DataSetBuilder(source, matrix(), features, setAside)
        .finish(InputKind.table(), options, sha256);
  }

  private Matrix matrix() {
    double[] values = new double[records * features.size()];
    int at = 0;
    for (int i = 0; i < blocks.size(); i++) {
      int count = Math.min(blocks.get(i).length, values.length - at);
      System.arraycopy(blocks.get(i), 0, values, at, count);
      at += count;
      blocks.set(i, new double[0]);
    }
    block = new double[0];
    return Matrix.over(records, features.size(), values);
  }
}
