package io.coterie.spark;

import io.coterie.math.Matrix;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;

/**
 * Packs the rows of a partition into blocks. What is wrong with a value is noted, in words that do
 * not show it, and told by the driver: an error of a task would be logged with whatever it holds.
 *
 * @param columns the names of the features, which are the first columns of a row
 * @param hasId whether a last column names the record
 * @param asFloats whether blocks hold floats
 * @param dropsIncomplete whether rows with a missing value are left out
 */
record Rows(List<String> columns, boolean hasId, boolean asFloats, boolean dropsIncomplete)
    implements FlatMapFunction<Iterator<Row>, Rows.Packed> {
  private static final Set<String> MISSING = Set.of("", "na", "n/a", "nan", "null", "?");

  /** Squares of larger values, summed over many records, would be infinite. */
  private static final double LARGEST = 1e140;

  /**
   * A block, and what is to be said of it.
   *
   * @param block the records
   * @param hasMissing whether a value is missing
   * @param problem what cannot be read; empty if everything can
   */
  record Packed(Block block, boolean hasMissing, String problem) implements Serializable {}

  @Override
  public Iterator<Packed> call(Iterator<Row> rows) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Packed next() {
        return pack(rows);
      }
    };
  }

  private Packed pack(Iterator<Row> rows) {
    int width = columns.size();
    double[] values = new double[Math.max(1, width) * 1024];
    List<String> ids = new ArrayList<>();
    String problem = "";
    boolean hasMissing = false;
    int count = 0;
    while (rows.hasNext() && count < Block.MOST_ROWS) {
      Row row = rows.next();
      if ((count + 1) * width > values.length) {
        values = Arrays.copyOf(values, 2 * values.length);
      }
      boolean isComplete = true;
      for (int j = 0; j < width; j++) {
        double value = value(row, j);
        if (Double.isInfinite(value)) {
          problem = columns.get(j);
          value = 0;
        }
        isComplete &= !Double.isNaN(value);
        values[count * width + j] = value;
      }
      if (isComplete || !dropsIncomplete) {
        hasMissing |= !isComplete;
        count++;
        if (hasId) {
          ids.add(row.isNullAt(width) ? "" : row.getString(width));
        }
      }
    }
    Matrix records = Matrix.over(count, width, Arrays.copyOf(values, count * width));
    return new Packed(Block.of(records, asFloats, ids.toArray(String[]::new)), hasMissing, problem);
  }

  /**
   * Returns a value, NaN for a missing one and an infinity for what is no number to compute with.
   */
  private static double value(Row row, int column) {
    if (row.isNullAt(column)) {
      return Double.NaN;
    }
    Object cell = row.get(column);
    double value = cell instanceof Number number ? number.doubleValue() : parsed(cell.toString());
    return Math.abs(value) > LARGEST ? Double.POSITIVE_INFINITY : value;
  }

  private static double parsed(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    if (MISSING.contains(word)) {
      return Double.NaN;
    }
    try {
      double value = Double.parseDouble(word);
      return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    } catch (NumberFormatException e) {
      return Double.POSITIVE_INFINITY;
    }
  }
}
