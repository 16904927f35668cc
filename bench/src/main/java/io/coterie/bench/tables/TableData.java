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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A table as a study reads it, with its true groups. A column is a number if all its cells are and
 * nobody declared it a category.
 *
 * @param truth for scores only
 * @param bounds what is public of each column, where a study at level dp reads it
 */
record TableData(MixedTable table, TrueLabels truth, Optional<PublicBounds> bounds) {
  static TableData read(TableList list, TableList.Entry entry) {
    return read(list, entry, Optional.empty());
  }

  /** Reads a table by what is public of it. */
  static TableData read(TableList list, TableList.Entry entry, Optional<TableList.Public> known) {
    String file = list.file(entry).toString();
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
        new MixedTable(
            data.records(),
            IntVector.of(
                columns.stream().mapToInt(column -> column.kind().unorderedLevels()).toArray())),
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
  MixedTable with(Holes holes, List<int[]> sites, Seed seed) {
    if (holes == Holes.NONE) {
      return table;
    }
    Matrix records = table.records();
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
          if (holes == Holes.LARGE && table.isNumber(j) && sorted.length > 0) {
            int place = Arrays.binarySearch(sorted, records.at(i, j));
            chance = 0.4 * Math.abs(place < 0 ? -place - 1 : place) / sorted.length;
          }
          if (random.nextDouble() < chance) {
            punched.set(i, j, Double.NaN);
          }
        }
      }
    }
    return new MixedTable(punched, table.levels());
  }

  private double[] sorted(int column) {
    Matrix records = table.records();
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
}
