package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.data.DataSet.Positions;
import io.coterie.data.format.CsvReader;
import io.coterie.data.format.DuckDb;
import io.coterie.data.format.SourceFile;
import io.coterie.math.IntVector;
import io.coterie.message.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads an answer: a table with the column cluster and, unless there is one line for each record in
 * the input's order, the column record (from 0). CSV, also as gzip, or the Parquet of a run.
 */
public final class ClustersReader {
  private static final String CLUSTER = "cluster";
  private static final String RECORD = "record";

  private final String source;
  private final Positions positions;

  private ClustersReader(String source, Positions positions) {
    this.source = source;
    this.positions = positions;
  }

  /** Returns the lines of the kept records; their numbers count the kept records from 0. */
  public static LabelLines read(String source, Positions positions) {
    return new ClustersReader(source, positions).read();
  }

  private LabelLines read() {
    Path path =
        DataReader.existing(source)
            .orElseThrow(
                () -> CoterieException.badData("There is no clusters file %s.".formatted(source)));
    if (DataReader.unpackedName(source).endsWith(".parquet")) {
      String query = "sql:SELECT record, cluster FROM (%s)".formatted(DuckDb.parquetQuery(path));
      DataSet table = DataReader.read(query, ReadOptions.defaults().withLabelColumn(CLUSTER));
      List<String> records = new ArrayList<>();
      for (double record : table.records().array()) {
        records.add(Long.toString((long) record));
      }
      return lines(records, table.setAside().get(CLUSTER));
    }
    try (SourceFile file = SourceFile.open(path, source)) {
      List<List<String>> text = CsvReader.readText(file, List.of(CLUSTER));
      List<String> names = text.get(0);
      int cluster = names.indexOf(CLUSTER);
      if (cluster < 0) {
        throw noClusters(names);
      }
      List<List<String>> rows = text.subList(1, text.size());
      int record = names.indexOf(RECORD);
      List<String> clusters = rows.stream().map(row -> row.get(cluster)).toList();
      return record < 0
          ? inOrder(clusters)
          : lines(rows.stream().map(row -> row.get(record)).toList(), clusters);
    } catch (IOException e) {
      throw SourceFile.unreadable(source, e);
    }
  }

  private CoterieException noClusters(List<String> names) {
    return CoterieException.badData(
        "%s has no column 'cluster'. %s"
            .formatted(
                source,
                NearestName.to(CLUSTER, names)
                    .map("Rename '%s' if it is the one."::formatted)
                    .orElse("Its columns are " + ColumnNames.list(names) + ".")));
  }

  private LabelLines inOrder(List<String> clusters) {
    boolean hasDropped = clusters.size() == positions.inputSize();
    if (!hasDropped && clusters.size() != positions.size()) {
      throw CoterieException.badData(
          ("%s has %d clusters, but the data has %d records. Give one for each, or a column 'record'"
                  + " that says which is whose.")
              .formatted(source, clusters.size(), positions.inputSize()));
    }
    int[] rows = new int[positions.size()];
    java.util.Arrays.setAll(rows, row -> row);
    return new LabelLines(
        IntVector.of(rows), List.of(), codes(hasDropped ? positions.select(clusters) : clusters));
  }

  private LabelLines lines(List<String> records, List<String> clusters) {
    int[] rowOf = new int[positions.inputSize()];
    java.util.Arrays.fill(rowOf, -1);
    for (int row = 0; row < positions.size(); row++) {
      rowOf[positions.of(row)] = row;
    }
    List<Integer> rows = new ArrayList<>();
    List<String> kept = new ArrayList<>();
    for (int line = 0; line < records.size(); line++) {
      int row = rowOf[record(records.get(line), line)];
      if (row >= 0) {
        rows.add(row);
        kept.add(clusters.get(line));
      }
    }
    if (rows.isEmpty()) {
      throw CoterieException.badData("%s has no line for any record.".formatted(source));
    }
    int[] numbers = rows.stream().mapToInt(Integer::intValue).toArray();
    return new LabelLines(IntVector.of(numbers), List.of(), codes(kept));
  }

  private int record(String text, int line) {
    try {
      int record = Integer.parseInt(text);
      if (record >= 0 && record < positions.inputSize()) {
        return record;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message below.
    }
    throw CoterieException.badData(
        "The record in line %d of %s is none of 0 .. %d. Is it the answer for these records?"
            .formatted(line + 1, source, positions.inputSize() - 1));
  }

  private static Labels codes(List<String> clusters) {
    Map<String, Integer> codes = new HashMap<>();
    int[] labels = new int[clusters.size()];
    for (int i = 0; i < labels.length; i++) {
      Integer known = codes.putIfAbsent(clusters.get(i), codes.size());
      labels[i] = known == null ? codes.size() - 1 : known;
    }
    return Labels.of(labels, codes.size());
  }
}
