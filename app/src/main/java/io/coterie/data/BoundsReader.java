package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.column.ColumnSpec.Range;
import io.coterie.data.format.CsvReader;
import io.coterie.data.format.SourceFile;
import io.coterie.math.Vector;
import io.coterie.plan.PublicBounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the public bounds of features: the same two numbers for all, as {@code 0:255}, or a table
 * of the columns feature, lower and upper.
 */
public final class BoundsReader {
  private static final List<String> HEADER = List.of("feature", "lower", "upper");

  private BoundsReader() {}

  public static PublicBounds read(String source, List<String> features) {
    return DataReader.existing(source)
        .map(path -> table(path.toString(), source, features))
        .orElseGet(() -> same(source, features.size()));
  }

  /**
   * Reads the bounds of those columns whose values are numbers; columns of levels have their own.
   *
   * @param source where numbers are among the columns
   * @param specs what each column holds; empty where all are plain numbers
   */
  public static PublicBounds read(
      Optional<String> source, List<String> features, List<ColumnSpec> specs) {
    if (specs.isEmpty()) {
      return read(source.orElseThrow(), features);
    }
    List<String> numbers = ColumnSpec.unbounded(specs);
    if (numbers.isEmpty()) {
      return ColumnSpec.bounds(specs).orElseThrow();
    }
    if (source.isEmpty()) {
      throw CoterieException.usage(
          "Privacy level dp needs the public bounds of every number of a table with columns of levels; they are missing of %s. State them with --bounds LOWER:UPPER, or a file of the columns feature, lower and upper."
              .formatted(ColumnNames.list(numbers)));
    }
    PublicBounds stated = read(source.get(), numbers);
    List<ColumnSpec> bounded = new ArrayList<>();
    for (ColumnSpec spec : specs) {
      int at = numbers.indexOf(spec.name());
      bounded.add(at < 0 ? spec : spec.withRange(Optional.of(range(stated, at))));
    }
    return ColumnSpec.bounds(bounded).orElseThrow();
  }

  private static Range range(PublicBounds stated, int column) {
    return new Range(stated.lower().at(column), stated.upper().at(column));
  }

  private static PublicBounds same(String source, int dimension) {
    int colon = source.indexOf(':');
    if (colon > 0) {
      try {
        return PublicBounds.same(
            Double.parseDouble(source.substring(0, colon)),
            Double.parseDouble(source.substring(colon + 1)),
            dimension);
      } catch (NumberFormatException e) {
        // Falls through to the message below.
      }
    }
    throw CoterieException.usage(
        "--bounds is '%s', which is neither a file nor two numbers such as 0:255."
            .formatted(source));
  }

  private static PublicBounds table(String path, String source, List<String> features) {
    Map<String, double[]> bounds = new LinkedHashMap<>();
    try (SourceFile file = SourceFile.open(java.nio.file.Path.of(path), source)) {
      List<List<String>> lines = CsvReader.readText(file, HEADER);
      List<Integer> columns = new ArrayList<>();
      for (String name : HEADER) {
        int column = lines.get(0).indexOf(name);
        if (column < 0) {
          throw CoterieException.badData(
              "%s has no column '%s'; a file of bounds has the columns %s."
                  .formatted(source, name, String.join(", ", HEADER)));
        }
        columns.add(column);
      }
      for (List<String> line : lines.subList(1, lines.size())) {
        String feature = line.get(columns.get(0));
        double lower = number(source, feature, line.get(columns.get(1)));
        double upper = number(source, feature, line.get(columns.get(2)));
        if (bounds.put(feature, new double[] {lower, upper}) != null) {
          throw CoterieException.badData(
              "%s has bounds of feature '%s' twice; once is enough.".formatted(source, feature));
        }
      }
    } catch (IOException e) {
      throw SourceFile.unreadable(source, e);
    }
    return inOrder(source, bounds, features);
  }

  private static PublicBounds inOrder(
      String source, Map<String, double[]> bounds, List<String> features) {
    double[] lower = new double[features.size()];
    double[] upper = new double[features.size()];
    for (int j = 0; j < lower.length; j++) {
      String feature = features.get(j);
      double[] both = bounds.remove(feature);
      if (both == null) {
        throw CoterieException.badData(
            "%s has no bounds of feature '%s'.%s Every feature needs them."
                .formatted(
                    source,
                    feature,
                    NearestName.to(feature, bounds.keySet())
                        .map(" Did you mean '%s'?"::formatted)
                        .orElse("")));
      }
      lower[j] = both[0];
      upper[j] = both[1];
    }
    return new PublicBounds(Vector.of(lower), Vector.of(upper));
  }

  private static double number(String source, String feature, String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw CoterieException.badData(
          "%s: a bound of feature '%s' is '%s', which is no number."
              .formatted(source, feature, text));
    }
  }
}
