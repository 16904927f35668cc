package io.coterie.data;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.DataSet.Positions;
import io.coterie.data.format.CsvCell;
import io.coterie.data.format.DuckDb;
import io.coterie.math.IntVector;
import io.coterie.message.Labels;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The lines of an answer: one for each record, or one for each site that holds it.
 *
 * @param records the position in the input of each line's record, from 0
 * @param sites the site of each line; empty where sites do not matter
 * @param ids what the owner calls the records
 */
public record LabelLines(
    IntVector records, List<String> sites, Labels clusters, Optional<RecordIds> ids) {
  /** Makes lines without ids. */
  public LabelLines(IntVector records, List<String> sites, Labels clusters) {
    this(records, sites, clusters, Optional.empty());
  }

  public LabelLines {
    requireNonNull(ids, "ids is null");
    requireNonNull(records, "records is null");
    sites = List.copyOf(sites);
    boolean fits = sites.isEmpty() || sites.size() == records.size();
    if (!fits || clusters.size() != records.size()) {
      throw new IllegalArgumentException(
          "%d sites and %d clusters for %d records."
              .formatted(sites.size(), clusters.size(), records.size()));
    }
  }

  /** Returns one line for each kept record, without sites. */
  public static LabelLines of(Positions positions, Labels clusters) {
    return new LabelLines(IntVector.of(positions.toArray()), List.of(), clusters);
  }

  /** Returns the lines with positions in the input, where they name records by their rows. */
  public LabelLines inInput(Positions positions) {
    int[] numbers = Arrays.stream(records.toArray()).map(positions::of).toArray();
    return new LabelLines(IntVector.of(numbers), sites, clusters, ids);
  }

  /** Returns the lines with the ids of records, by their positions in the input. */
  public LabelLines withIds(Optional<RecordIds> names) {
    return new LabelLines(records, sites, clusters, names);
  }

  /** Returns how many lines each cluster has. */
  public List<Integer> sizes() {
    int[] counts = new int[clusters.clusterCount()];
    Arrays.stream(clusters.toArray()).forEach(cluster -> counts[cluster]++);
    return Arrays.stream(counts).boxed().toList();
  }

  public int size() {
    return records.size();
  }

  private boolean hasSites() {
    return !sites.isEmpty();
  }

  /**
   * Writes the columns record, id and site (where there are any) and cluster, as CSV or, if the
   * name ends with .parquet, as Parquet. The file appears whole or not at all.
   */
  public void write(Path target) {
    Path whole = target.toAbsolutePath();
    boolean isParquet = whole.toString().toLowerCase(Locale.ROOT).endsWith(".parquet");
    try {
      Files.createDirectories(whole.getParent());
      Path csv =
          whole.resolveSibling(
              ".%s.%d".formatted(whole.getFileName(), ProcessHandle.current().pid()));
      Path parquet = csv.resolveSibling(csv.getFileName() + ".parquet");
      try {
        writeCsv(csv, isParquet ? CsvCell::quoted : CsvCell::of); // Parquet has no formulas
        if (isParquet) {
          DuckDb.toParquet(csv, parquet, ids.isPresent(), hasSites());
        }
        move(isParquet ? parquet : csv, whole);
      } finally {
        Files.deleteIfExists(csv);
        Files.deleteIfExists(parquet);
      }
    } catch (IOException | SQLException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "%s cannot be written (%s). Check the folder, its permissions and the free space."
              .formatted(target, e.getClass().getSimpleName()),
          e);
    }
  }

  private void writeCsv(Path csv, UnaryOperator<String> cell) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(csv)) {
      out.write("record");
      out.write(ids.isPresent() ? ",id" : "");
      out.write(hasSites() ? ",site,cluster\n" : ",cluster\n");
      for (int i = 0; i < size(); i++) {
        out.write(Integer.toString(records.at(i)));
        out.write(',');
        if (ids.isPresent()) {
          out.write(cell.apply(ids.get().of().apply(records.at(i))));
          out.write(',');
        }
        if (hasSites()) {
          out.write(cell.apply(sites.get(i)));
          out.write(',');
        }
        out.write(Integer.toString(clusters.of(i) + 1)); // people count from 1
        out.write('\n');
      }
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
