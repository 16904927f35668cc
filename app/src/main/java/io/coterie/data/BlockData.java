package io.coterie.data;

import io.coterie.data.DataSet.Positions;
import io.coterie.data.mapping.CellCounts;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.site.FloatBlocks;
import java.util.List;
import java.util.stream.Stream;

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

  /** Takes note of what is odd about columns of plain numbers. */
  public List<CellCounts> counts(double[] lower, double[] upper) {
    return records.reduce(
        (block, parallel) -> counts(block, lower, upper),
        (one, other) -> {
          for (int j = 0; j < one.size(); j++) {
            one.get(j).add(other.get(j));
          }
          return one;
        },
        Parallel.sequential());
  }

  /** Does the same for records that are no blocks. */
  public static List<CellCounts> counts(Matrix records, double[] lower, double[] upper) {
    List<CellCounts> counts = Stream.generate(CellCounts::new).limit(lower.length).toList();
    for (int i = 0; i < records.rows(); i++) {
      for (int j = 0; j < lower.length; j++) {
        counts.get(j).watchCell(records.at(i, j), lower[j], upper[j]);
      }
    }
    return counts;
  }

  /** Never shows a record. */
  @Override
  public String toString() {
    return "BlockData[%s, %d records, %d columns]".formatted(name, records.size(), columns.size());
  }
}
