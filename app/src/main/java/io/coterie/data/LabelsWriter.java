package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.format.DuckDb;
import io.coterie.message.Labels;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * Writes the answer: the columns record (its position in the input, from 0), site and cluster, in
 * input order, as CSV or, if the name ends with .parquet, as Parquet. The file appears whole or not
 * at all.
 */
public final class LabelsWriter {
  private LabelsWriter() {}

  /** Writes one line for each kept record; sites has the site of each. */
  public static void write(Path target, Positions positions, List<String> sites, Labels clusters) {
    write(target, new LabelLines(LabelLines.of(positions, clusters).records(), sites, clusters));
  }

  /** Writes the lines in their order; the column site only where there are sites. */
  public static void write(Path target, LabelLines lines) {
    Path whole = target.toAbsolutePath();
    boolean isParquet = whole.toString().toLowerCase(Locale.ROOT).endsWith(".parquet");
    try {
      Files.createDirectories(whole.getParent());
      Path csv =
          whole.resolveSibling(
              ".%s.%d".formatted(whole.getFileName(), ProcessHandle.current().pid()));
      Path parquet = csv.resolveSibling(csv.getFileName() + ".parquet");
      try {
        writeCsv(csv, lines);
        if (isParquet) {
          DuckDb.toParquet(csv, parquet, lines.hasSites());
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

  private static void writeCsv(Path csv, LabelLines lines) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(csv)) {
      out.write(lines.hasSites() ? "record,site,cluster\n" : "record,cluster\n");
      for (int i = 0; i < lines.size(); i++) {
        out.write(Integer.toString(lines.records().at(i)));
        out.write(',');
        if (lines.hasSites()) {
          out.write(quoted(lines.sites().get(i)));
          out.write(',');
        }
        out.write(Integer.toString(lines.clusters().of(i)));
        out.write('\n');
      }
    }
  }

  private static String quoted(String text) {
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
