package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.data.format.CsvReader;
import io.coterie.data.format.DataSetBuilder.MatrixSink;
import io.coterie.data.format.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The data sets that come with the program: two classics and three generators. */
final class EmbeddedData {
  static final List<String> NAMES = List.of("iris", "wdbc", "moon", "ring", "blobs");

  private static final Pattern SOURCE = Pattern.compile("([a-z]+)(?::([^:]*))?");
  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,7})(?:x([1-9][0-9]{0,4}))?");
  private static final int LEAST_RECORDS = 10;
  private static final int BLOB_DIMENSIONS = 8;

  private EmbeddedData() {}

  static Optional<DataSet> read(String source, ReadOptions options) throws IOException {
    Matcher parts = SOURCE.matcher(source);
    if (!parts.matches() || !NAMES.contains(parts.group(1))) {
      return Optional.empty();
    }
    String name = parts.group(1);
    Optional<String> size = Optional.ofNullable(parts.group(2));
    boolean isStored = name.equals("iris") || name.equals("wdbc");
    if (isStored && size.isPresent()) {
      throw CoterieException.usage(
          "'%s' has no sizes to choose; write %s.".formatted(source, name));
    }
    return Optional.of(
        isStored ? stored(name, options) : generated(source, name, size.orElse(""), options));
  }

  private static DataSet stored(String name, ReadOptions options) throws IOException {
    byte[] bytes;
    try (InputStream in = EmbeddedData.class.getResourceAsStream(name + ".csv.gz")) {
      bytes = in.readAllBytes();
    }
    try (SourceFile file = SourceFile.of(bytes, name)) {
      ReadOptions labelled = withLabel(options);
      MatrixSink sink = new MatrixSink(name);
      Map<String, List<String>> setAside = CsvReader.read(file, labelled, sink);
      return sink.finish(setAside, labelled, Optional.of(file.sha256()));
    }
  }

  private static ReadOptions withLabel(ReadOptions options) {
    if (options.labelColumn().isEmpty()) {
      return options.withLabelColumn("label");
    }
    List<String> ignored = new ArrayList<>(options.ignored());
    ignored.add("label");
    return options.withIgnored(ignored);
  }

  private static DataSet generated(String source, String name, String size, ReadOptions options) {
    int count = name.equals("ring") ? 1000 * Generator.RING_COUNT : 1000;
    int dimensions = BLOB_DIMENSIONS;
    if (!size.isEmpty()) {
      Matcher sizes = SIZE.matcher(size);
      boolean isValid = sizes.matches() && (sizes.group(2) == null || name.equals("blobs"));
      count = isValid ? Integer.parseInt(sizes.group(1)) : 0;
      dimensions =
          isValid && sizes.group(2) != null ? Integer.parseInt(sizes.group(2)) : dimensions;
    }
    int width = name.equals("ring") ? Generator.RING_DIMENSIONS : dimensions;
    if (count < LEAST_RECORDS || (long) count * width > Integer.MAX_VALUE - 8) {
      throw CoterieException.usage(
          ("'%s' has no valid size; write %s with at least %d records and at most %d values in"
                  + " all.")
              .formatted(
                  source,
                  name.equals("blobs") ? "blobs:1000 or blobs:1000x8" : name + ":2000",
                  LEAST_RECORDS,
                  Integer.MAX_VALUE - 8));
    }
    checkColumns(source, options);
    return switch (name) {
      case "moon" -> Generator.moon(count, options.seed()).finish(source, options);
      case "ring" -> Generator.ring(count, options.seed()).finish(source, options);
      default -> Generator.blobs(count, dimensions, options.seed()).finish(source, options);
    };
  }

  private static void checkColumns(String source, ReadOptions options) {
    for (String column : options.namedColumns()) {
      if (!column.equals("label")) {
        throw CoterieException.usage(
            "'%s' is generated and has no column '%s' to set aside; only 'label' is."
                .formatted(source, column));
      }
    }
  }
}
