package io.coterie.bench.tables;

import io.coterie.bench.tables.TableBench.Holes;
import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.MissingPolicy;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.metrics.TrueLabels;
import io.coterie.plan.PublicBounds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A table as a study reads it: numbers, and places of levels, NaN where a value is missing. A
 * column is a number if all its cells are and nobody declared it a category.
 *
 * @param levels how many levels each column has; 0 for numbers
 * @param bounds what is public of each column, where a study at level dp reads it
 */
record TableData(
    Matrix records, IntVector levels, TrueLabels truth, Optional<PublicBounds> bounds) {
  static TableData read(Path folder, TableList list, TableList.Entry entry) {
    return read(folder, list, entry, Optional.empty());
  }

  /** Reads a table by what is public of it. */
  static TableData read(
      Path folder, TableList list, TableList.Entry entry, Optional<TableList.Public> known) {
    String file = folder.resolve("tables").resolve(entry.name() + ".csv.gz").toString();
    ReadOptions options = ReadOptions.defaults().withLabelColumn(list.classColumn());
    Cells cells = new Cells();
    DataReader.readText(file, options, cells);
    List<ColumnSpec> columns = new ArrayList<>();
    for (int j = 0; j < cells.names.size(); j++) {
      String name = cells.names.get(j);
      if (name.equals(list.classColumn()) || entry.ignore().contains(name)) {
        continue;
      }
      boolean isCode =
          entry.category().contains(name)
              || known.filter(own -> own.category().contains(name)).isPresent();
      if (cells.isNumber[j] && !isCode) {
        columns.add(known.map(own -> bounded(name, own)).orElseGet(() -> ColumnSpec.number(name)));
      } else if (cells.values.get(j).size() > 1) {
        columns.add(ColumnSpec.of(name, new ColumnKind.Category(List.copyOf(cells.values.get(j)))));
      }
    }
    DataSet data =
        DataReader.readCoded(file, options.withMissing(MissingPolicy.MEAN).withColumns(columns))
            .data();
    return new TableData(
        data.records(),
        IntVector.of(
            columns.stream().mapToInt(column -> column.kind().unorderedLevels()).toArray()),
        TrueLabels.of(data.setAside().get(list.classColumn())),
        known.flatMap(own -> ColumnSpec.bounds(columns)));
  }

  private static ColumnSpec bounded(String name, TableList.Public known) {
    List<Double> limits = known.bounds().get(name);
    return ColumnSpec.of(name, new ColumnKind.Numeric(known.log().contains(name)))
        .withRange(Optional.of(new ColumnSpec.Range(limits.get(0), limits.get(1))));
  }

  /** What the columns hold. */
  private static final class Cells implements RowSink {
    private final List<String> names = new ArrayList<>();
    private final List<SortedSet<String>> values = new ArrayList<>();
    private boolean[] isNumber = {};

    @Override
    public void begin(List<String> columns) {
      names.addAll(columns);
      columns.forEach(column -> values.add(new TreeSet<>()));
      isNumber = new boolean[columns.size()];
      Arrays.fill(isNumber, true);
    }

    @Override
    public void add(long line, String[] cells) {
      for (int j = 0; j < cells.length; j++) {
        String text = cells[j] == null ? "" : cells[j].strip();
        if (!text.isEmpty()) {
          values.get(j).add(text);
          isNumber[j] &= text.matches("[-+]?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]+)?");
        }
      }
    }
  }

  /**
   * Returns the table with holes.
   *
   * @param sites the records of each site
   */
  TableData with(Holes holes, List<int[]> sites, Seed seed) {
    if (holes == Holes.NONE) {
      return this;
    }
    SplittableRandom random = seed.child("holes").random();
    Matrix punched = records.map((i, j, value) -> value);
    int d = records.columns();
    if (holes == Holes.COLUMNS) {
      for (int j = 0; j < d; j++) {
        int spared = random.nextInt(sites.size());
        for (int s = 0; s < sites.size(); s++) {
          if (s != spared && random.nextDouble() < 0.3 * sites.size() / (sites.size() - 1.0)) {
            for (int row : sites.get(s)) {
              punched.set(row, j, Double.NaN);
            }
          }
        }
      }
    } else {
      for (int j = 0; j < d; j++) {
        double[] sorted = sorted(j);
        for (int i = 0; i < records.rows(); i++) {
          double chance = 0.2;
          if (holes == Holes.LARGE && levels.at(j) == 0 && sorted.length > 0) {
            int place = Arrays.binarySearch(sorted, records.at(i, j));
            chance = 0.4 * Math.abs(place < 0 ? -place - 1 : place) / sorted.length;
          }
          if (random.nextDouble() < chance) {
            punched.set(i, j, Double.NaN);
          }
        }
      }
    }
    return new TableData(punched, levels, truth, bounds);
  }

  private double[] sorted(int column) {
    double[] values = new double[records.rows()];
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(records.at(i, column))) {
        values[count++] = records.at(i, column);
      }
    }
    double[] own = Arrays.copyOf(values, count);
    Arrays.sort(own);
    return own;
  }

  /**
   * Returns what pooled methods for numbers are given: z-scores and indicators of levels, each
   * column of inertia one, with the mean where a value is missing.
   */
  Matrix asNumbers() {
    int width = 0;
    for (int j = 0; j < levels.size(); j++) {
      width += Math.max(1, levels.at(j));
    }
    Matrix numbers = Matrix.zeros(records.rows(), width);
    int to = 0;
    for (int j = 0; j < levels.size(); j++) {
      int own = Math.max(1, levels.at(j));
      double[] mean = new double[own];
      double squares = 0;
      int count = 0;
      for (int i = 0; i < records.rows(); i++) {
        double value = records.at(i, j);
        if (!Double.isNaN(value)) {
          count++;
          mean[levels.at(j) == 0 ? 0 : (int) value] += levels.at(j) == 0 ? value : 1;
          squares += value * value;
        }
      }
      double inertia = 1;
      for (int l = 0; l < own; l++) {
        mean[l] /= Math.max(1, count);
        inertia -= mean[l] * mean[l];
      }
      if (levels.at(j) == 0) {
        inertia = squares / Math.max(1, count) - mean[0] * mean[0];
      }
      double scale = inertia > 1e-12 ? 1 / Math.sqrt(inertia) : 0;
      for (int i = 0; i < records.rows(); i++) {
        double value = records.at(i, j);
        for (int l = 0; l < own && !Double.isNaN(value); l++) {
          double at = levels.at(j) == 0 ? value : (int) value == l ? 1 : 0;
          numbers.set(i, to + l, (at - mean[l]) * scale);
        }
      }
      to += own;
    }
    return numbers;
  }
}
