package io.coterie.data;

import io.coterie.data.format.Cell;
import io.coterie.math.Matrix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What was found in one column of the input, before any record was dropped. Features are numbers;
 * columns set aside are text. Distinct values are counted up to {@link #DISTINCT_CAP}.
 */
public record ColumnReport(String name, Type type, int missing, int distinct) {
  /** The count of distinct values stops here and then means "this many or more". */
  public static final int DISTINCT_CAP = 32;

  /** How a column is used. */
  public enum Type {
    /** A feature. */
    NUMBER,
    /** Set aside: labels, sites, ids. */
    TEXT
  }

  public ColumnReport {
    Objects.requireNonNull(name, "name is null");
    Objects.requireNonNull(type, "type is null");
  }

  /** Returns whether the column holds no two different values and so cannot tell records apart. */
  public boolean isConstant() {
    return distinct <= 1;
  }

  public static List<ColumnReport> ofFeatures(Matrix records, List<String> columns) {
    int width = records.columns();
    int[] missing = new int[width];
    int[] distinct = new int[width];
    double[] seen = new double[width * DISTINCT_CAP];
    double[] values = records.array();
    for (int i = 0, at = 0; i < records.rows(); i++) {
      for (int j = 0; j < width; j++, at++) {
        double value = values[at];
        if (Double.isNaN(value)) {
          missing[j]++;
        } else if (distinct[j] < DISTINCT_CAP) {
          int start = j * DISTINCT_CAP;
          int slot = start;
          while (slot < start + distinct[j] && seen[slot] != value) {
            slot++;
          }
          if (slot == start + distinct[j]) {
            seen[slot] = value;
            distinct[j]++;
          }
        }
      }
    }
    List<ColumnReport> report = new ArrayList<>(width);
    for (int j = 0; j < width; j++) {
      report.add(new ColumnReport(columns.get(j), Type.NUMBER, missing[j], distinct[j]));
    }
    return report;
  }

  public static ColumnReport ofText(String name, List<String> entries) {
    Set<String> seen = new HashSet<>();
    int missing = 0;
    for (String entry : entries) {
      if (Cell.isMissing(entry)) {
        missing++;
      } else if (seen.size() < DISTINCT_CAP) {
        seen.add(entry);
      }
    }
    return new ColumnReport(name, Type.TEXT, missing, seen.size());
  }
}
