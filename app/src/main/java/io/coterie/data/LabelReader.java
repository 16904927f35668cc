package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.data.DataSet.Positions;
import io.coterie.data.format.CsvReader;
import io.coterie.data.format.CsvTokens.Cell;
import io.coterie.data.format.IdxFile;
import io.coterie.data.format.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads true groups from a file of their own: IDX with one dimension, text with one label in each
 * line, or one column of a table, named as {@code file.csv#column}; each also as gzip.
 */
public final class LabelReader {
  private static final Set<String> USUAL_NAMES =
      Set.of("label", "labels", "class", "target", "group", "cluster", "species", "diagnosis", "y");

  private LabelReader() {}

  /**
   * Returns one label for each record that was kept. The file must have one for each record of the
   * input, in the input's order.
   */
  public static List<String> read(String source, Positions positions) {
    int mark = DataReader.existing(source).isPresent() ? -1 : source.lastIndexOf('#');
    String fileName = mark < 0 ? source : source.substring(0, mark);
    String column = mark < 0 ? "" : source.substring(mark + 1);
    Path path =
        DataReader.existing(fileName)
            .orElseThrow(
                () -> CoterieException.badData("There is no labels file %s.".formatted(fileName)));
    if (DataReader.unpackedName(fileName).endsWith(".parquet")) {
      throw CoterieException.usage(
          "%s is Parquet; labels of their own are read from CSV text or IDX.".formatted(fileName));
    }
    List<String> labels;
    try (SourceFile file = SourceFile.open(path, fileName)) {
      labels =
          DataReader.isIdx(DataReader.unpackedName(fileName))
              ? IdxFile.readLabels(file)
              : column(file, column, positions.inputSize());
    } catch (IOException e) {
      throw SourceFile.unreadable(fileName, e);
    }
    if (labels.size() != positions.inputSize()) {
      throw CoterieException.badData(
          "%s has %d labels, but the data has %d records. Give one label for each record."
              .formatted(fileName, labels.size(), positions.inputSize()));
    }
    return positions.select(labels);
  }

  private static List<String> column(SourceFile file, String column, int records)
      throws IOException {
    List<String> wanted = column.isEmpty() ? List.of() : List.of(column);
    List<List<String>> lines = CsvReader.readText(file, wanted);
    List<String> names = lines.get(0);
    int chosen = 0;
    if (!column.isEmpty()) {
      chosen = names.indexOf(column);
      if (chosen < 0) {
        throw CoterieException.usage(
            "%s has no column '%s'. %s"
                .formatted(file.name(), column, ColumnNames.hint(column, names)));
      }
    } else if (names.size() > 1) {
      throw CoterieException.usage(
          "%s has %d columns. Name the one with the labels, as in %s#%s."
              .formatted(file.name(), names.size(), file.name(), names.get(names.size() - 1)));
    }
    int label = chosen;
    List<String> labels =
        lines.subList(1, lines.size()).stream().map(line -> line.get(label)).toList();
    boolean isUnsure = names.equals(List.of("column1"));
    return isUnsure && isNameOnTop(labels, records) ? labels.subList(1, labels.size()) : labels;
  }

  // Where all labels are words the first line could be either; the records decide.
  private static boolean isNameOnTop(List<String> labels, int records) {
    if (labels.size() < 2) {
      return false;
    }
    String first = labels.get(0);
    boolean isUnique = !labels.subList(1, labels.size()).contains(first);
    return isUnique
        && new Cell().read(first) == Cell.Content.TEXT
        && (labels.size() == records + 1 || USUAL_NAMES.contains(first.toLowerCase(Locale.ROOT)));
  }
}
