package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.data.format.CsvReader;
import io.coterie.data.format.SourceFile;
import io.coterie.math.Vector;
import io.coterie.plan.PublicBounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
