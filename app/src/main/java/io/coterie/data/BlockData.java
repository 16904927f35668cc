package io.coterie.data;

import io.coterie.data.DataSet.Positions;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.site.FloatBlocks;
import java.util.List;

/**
 * Records in blocks, ready to be clustered.
 *
 * @param name what to call the data; never holds a password
 * @param records NaN marks a missing value
 * @param sha256 of the source's bytes; empty where there are none
 */
public record BlockData(
    String name, FloatBlocks records, List<String> columns, Positions positions, String sha256) {
  public BlockData {
    columns = List.copyOf(columns);
  }

  public long size() {
    return records.size();
  }

  public long[] outside(double[] lower, double[] upper) {
    return records.reduce(
        (block, parallel) -> outside(block, lower, upper), BlockData::added, Parallel.sequential());
  }

  public static long[] outside(Matrix records, double[] lower, double[] upper) {
    long[] counts = new long[lower.length];
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < counts.length; j++) {
        double value = records.at(i, j);
        counts[j] += value < lower[j] || value > upper[j] ? 1 : 0;
      }
    }
    return counts;
  }

  private static long[] added(long[] one, long[] other) {
    long[] sum = one.clone();
    for (int j = 0; j < sum.length; j++) {
      sum[j] += other[j];
    }
    return sum;
  }

  /** Never shows a record. */
  @Override
  public String toString() {
    return "BlockData[%s, %d records, %d columns]".formatted(name, records.size(), columns.size());
  }
}
