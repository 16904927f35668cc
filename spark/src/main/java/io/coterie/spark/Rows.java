package io.coterie.spark;

import io.coterie.federation.RowCoding;
import io.coterie.math.Matrix;
import java.io.Serializable;
import java.math.BigDecimal;
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
 * @param features the names of the features
 * @param cells how many columns of a row they are made of, which come first
 * @param codingOrNull what makes them of these columns; null where they are the columns themselves
 * @param hasId whether a last column names the record
 * @param asFloats whether blocks hold floats
 * @param dropsIncomplete whether rows with a missing value are left out
 */
record Rows(
    List<String> features,
    int cells,
    RowCoding.Bound codingOrNull,
    boolean hasId,
    boolean asFloats,
    boolean dropsIncomplete)
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
   * @param findings of the coding; null where there is none
   */
  record Packed(Block block, boolean hasMissing, String problem, Serializable findings)
      implements Serializable {}

  /** Rows that are coded at a time. */
  private static final int MANY = 1024;

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
    Packing packing = new Packing();
    if (codingOrNull == null) {
      while (rows.hasNext() && packing.count < Block.MOST_ROWS) {
        Row row = rows.next();
        double[] record = new double[cells];
        for (int j = 0; j < cells; j++) {
          record[j] = value(row, j);
        }
        packing.add(record, row);
      }
      return packing.packed(null);
    }
    try (RowCoding.Task task = codingOrNull.start()) {
      while (rows.hasNext() && packing.count + MANY <= Block.MOST_ROWS) {
        List<Row> some = new ArrayList<>();
        while (rows.hasNext() && some.size() < MANY) {
          some.add(rows.next());
        }
        List<double[]> records = task.code(some.stream().map(this::texts).toList());
        for (int i = 0; i < records.size(); i++) {
          packing.add(records.get(i), some.get(i));
        }
      }
      return packing.packed(task.findings());
    }
  }

  /** A block that grows. */
  private final class Packing {
    private final int width = features.size();
    private double[] values = new double[Math.max(1, width) * 1024];
    private final List<String> ids = new ArrayList<>();
    private String problem = "";
    private boolean hasMissing;
    private int count;

    void add(double[] record, Row row) {
      if ((count + 1) * width > values.length) {
        values = Arrays.copyOf(values, 2 * values.length);
      }
      boolean isComplete = true;
      for (int j = 0; j < width; j++) {
        double value = record[j];
        if (Math.abs(value) > LARGEST) {
          problem = features.get(j);
          value = 0;
        }
        isComplete &= !Double.isNaN(value);
        values[count * width + j] = value;
      }
      if (isComplete || !dropsIncomplete) {
        hasMissing |= !isComplete;
        count++;
        if (hasId) {
          ids.add(row.isNullAt(cells) ? "" : row.getString(cells));
        }
      }
    }

    Packed packed(Serializable findings) {
      Matrix records = Matrix.over(count, width, Arrays.copyOf(values, count * width));
      Block block = Block.of(records, asFloats, ids.toArray(String[]::new));
      return new Packed(block, hasMissing, problem, findings);
    }
  }

  /** Returns the cells of a row as any other reader writes them. */
  private String[] texts(Row row) {
    String[] texts = new String[cells];
    for (int j = 0; j < cells; j++) {
      Object cell = row.isNullAt(j) ? null : row.get(j);
      texts[j] =
          cell == null
              ? null
              : cell instanceof BigDecimal number
                  ? number.toPlainString()
                  : cell.toString().strip();
    }
    return texts;
  }

  /**
   * Returns a value, NaN for a missing one and an infinity for what is no number to compute with.
   */
  private static double value(Row row, int column) {
    if (row.isNullAt(column)) {
      return Double.NaN;
    }
    Object cell = row.get(column);
    return cell instanceof Number number ? number.doubleValue() : parsed(cell.toString());
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
