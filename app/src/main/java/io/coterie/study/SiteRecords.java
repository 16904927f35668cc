package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.BlockData;
import io.coterie.data.ColumnNames;
import io.coterie.data.DataReader;
import io.coterie.data.DataReader.Coded;
import io.coterie.data.DataSet;
import io.coterie.data.MissingPolicy;
import io.coterie.data.ReadOptions;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.column.ColumnSpec.Range;
import io.coterie.data.mapping.CellCounts;
import io.coterie.data.mapping.LevelScan;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.PrivacyLevel;
import io.coterie.study.file.StudyKeys;
import io.coterie.study.file.StudyText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A site's records as the study's schema wants them, whatever else its source holds and in whatever
 * order.
 *
 * @param <T> one matrix, or blocks
 * @param data the records, with the features in the schema's order
 * @param notes what the site's own operator should know of them; not for anybody else
 * @param levels of columns on whose levels the sites have yet to agree: the site's own, by which
 *     they were read
 */
public record SiteRecords<T>(T data, List<String> notes, List<List<String>> levels) {
  private static final String IN_BLOCKS = "the records are held as floats in blocks";

  public SiteRecords {
    requireNonNull(data, "data is null");
    notes = List.copyOf(notes);
    levels = List.copyOf(levels);
  }

  /** Never shows a level. */
  @Override
  public String toString() {
    return "SiteRecords[%s]".formatted(data);
  }

  /** Returns the site's own levels in the columns that have none in the study yet. */
  public static List<List<String>> ownLevels(Study study, SiteSource source) {
    List<ColumnSpec> columns = study.schema().columns();
    if (columns.stream().noneMatch(ColumnSpec::isOpen)) {
      return List.of();
    }
    return DataReader.readLevels(source.data(), options(study, source, List.of()));
  }

  /** Reads a site's source, or says precisely in what it differs from the schema. */
  public static SiteRecords<DataSet> read(Study study, SiteSource source) {
    return read(study, source, ownLevels(study, source));
  }

  /** Does the same by levels that include the source's own. */
  public static SiteRecords<DataSet> read(
      Study study, SiteSource source, List<List<String>> levels) {
    return read(
        study,
        source,
        levels,
        options ->
            options.isCoded()
                ? of(study, DataReader.readCoded(source.data(), options), List.of())
                : of(study, DataReader.read(source.data(), options)));
  }

  /** Does the same with records that are held as floats in blocks. */
  public static SiteRecords<BlockData> readBlocks(Study study, SiteSource source) {
    if (study.schema().kind().isImage()) {
      throw CoterieException.usage("The study is of images, which are read whole: --engine local.");
    }
    return read(
        study,
        source,
        ownLevels(study, source),
        options ->
            options.isCoded()
                ? of(study, DataReader.readCodedBlocks(source.data(), options), List.of(IN_BLOCKS))
                : of(study, DataReader.readBlocks(source.data(), options)));
  }

  private static <T> SiteRecords<T> read(
      Study study,
      SiteSource source,
      List<List<String>> levels,
      Function<ReadOptions, SiteRecords<T>> reader) {
    ReadOptions options = options(study, source, levels);
    try {
      SiteRecords<T> read = reader.apply(options);
      return new SiteRecords<>(read.data(), read.notes(), levels);
    } catch (CoterieException e) {
      throw new CoterieException(e.code(), StudyKeys.inWordsOfKeys(e.getMessage()), e);
    }
  }

  private static ReadOptions options(Study study, SiteSource source, List<List<String>> levels) {
    Schema schema = study.schema();
    for (String ignored : source.ignored()) {
      if (schema.names().contains(ignored)) {
        throw CoterieException.usage(
            "Column '%s' is a feature of study %s, so it cannot be ignored."
                .formatted(ignored, study.name()));
      }
    }
    ReadOptions options =
        ReadOptions.defaults()
            .withSeed(new Seed(study.seed()))
            .withKind(schema.kind())
            .withMissing(study.isProfile() ? MissingPolicy.MEAN : schema.missing())
            .withIgnored(source.ignored())
            .withColumns(
                levels.isEmpty() ? schema.columns() : LevelScan.closed(schema.columns(), levels));
    return source.query().map(options::withQuery).orElse(options);
  }

  private static <T> SiteRecords<T> of(Study study, Coded<T> read, List<String> first) {
    List<String> notes = new ArrayList<>(first);
    notes.addAll(read.notes());
    List<ColumnSpec> columns = study.schema().columns();
    for (int j = 0; j < columns.size(); j++) {
      CellCounts counts = read.counts().get(j);
      long cells = counts.cells();
      addOutside(notes, study, columns.get(j), counts.outside(), cells);
      String name = columns.get(j).name();
      if (counts.unknown() > 0) {
        notes.add(
            "%s cells of column '%s' are none of its levels and count as %s"
                .formatted(
                    amount(counts.unknown(), cells),
                    name,
                    columns.get(j).kind().levels().contains(ColumnKind.OTHER)
                        ? "'%s'".formatted(ColumnKind.OTHER)
                        : "missing"));
      }
      if (2 * counts.missing() > cells) {
        notes.add("most cells of column '%s' are missing".formatted(name));
      }
    }
    return new SiteRecords<>(read.data(), notes, List.of());
  }

  private static SiteRecords<DataSet> of(Study study, DataSet data) {
    Schema schema = study.schema();
    requireDimension(schema, data.name(), data.columns().size());
    List<String> names = schema.columns().isEmpty() ? data.columns() : schema.names();
    List<String> absent = names.stream().filter(n -> !data.columns().contains(n)).toList();
    if (!absent.isEmpty()) {
      throw CoterieException.badData(
          "%s lacks %d of the %d columns of the study: %s."
              .formatted(data.name(), absent.size(), names.size(), ColumnNames.list(absent)));
    }
    DataSet ordered = data.inOrder(names);
    List<String> notes = new ArrayList<>();
    if (!data.setAside().isEmpty()) {
      notes.add(
          "columns that are no part of the study are left out: "
              + ColumnNames.list(List.copyOf(data.setAside().keySet())));
    }
    Matrix records = ordered.records();
    addOutside(notes, study, BlockData.outside(records, lower(schema), upper(schema)), data.size());
    return new SiteRecords<>(ordered, notes, List.of());
  }

  private static SiteRecords<BlockData> of(Study study, BlockData data) {
    Schema schema = study.schema();
    requireDimension(schema, data.name(), data.columns().size());
    List<String> notes = new ArrayList<>();
    notes.add(IN_BLOCKS);
    addOutside(notes, study, data.outside(lower(schema), upper(schema)), data.size());
    return new SiteRecords<>(data, notes, List.of());
  }

  private static void requireDimension(Schema schema, String name, int found) {
    int dimension = schema.input().dimension();
    if (found != dimension) {
      throw CoterieException.badData(
          "%s has %d values in a record; the study's records have %d (%s)."
              .formatted(name, found, dimension, schema.kind()));
    }
  }

  private static double[] lower(Schema schema) {
    return schema.columns().stream()
        .mapToDouble(column -> column.range().map(Range::lower).orElse(Double.NEGATIVE_INFINITY))
        .toArray();
  }

  private static double[] upper(Schema schema) {
    return schema.columns().stream()
        .mapToDouble(column -> column.range().map(Range::upper).orElse(Double.POSITIVE_INFINITY))
        .toArray();
  }

  private static void addOutside(List<String> notes, Study study, long[] counts, long size) {
    for (int j = 0; j < counts.length; j++) {
      addOutside(notes, study, study.schema().columns().get(j), counts[j], size);
    }
  }

  private static void addOutside(
      List<String> notes, Study study, ColumnSpec column, long count, long size) {
    if (count == 0) {
      return;
    }
    Range range = column.range().orElseThrow();
    notes.add(
        "%s values of column '%s' are outside its public bounds, %s to %s%s"
            .formatted(
                amount(count, size),
                column.name(),
                StudyText.number(range.lower()),
                StudyText.number(range.upper()),
                study.plan().privacy().level() == PrivacyLevel.DP ? ", and are clipped" : ""));
  }

  /** Returns how many in rough words; an exact count is nobody's business. */
  private static String amount(long count, long size) {
    return count < 0.01 * size ? "few" : count < 0.1 * size ? "some" : "many";
  }
}
