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
import io.coterie.data.mapping.Finding;
import io.coterie.data.mapping.LevelScan;
import io.coterie.data.mapping.Mapping;
import io.coterie.data.mapping.Plausibility;
import io.coterie.math.Seed;
import io.coterie.plan.PrivacyLevel;
import io.coterie.study.file.StudyKeys;
import io.coterie.study.file.StudyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A site's records as the study's schema wants them, whatever else its source holds and in whatever
 * order.
 *
 * @param <T> one matrix, or blocks
 * @param data the records, with the features in the schema's order
 * @param notes what the site's own operator should know of them; not for anybody else
 * @param findings columns that look wrong as a whole
 * @param counts what is odd about each column of a table, in the schema's order
 * @param levels of columns on whose levels the sites have yet to agree: the site's own, by which
 *     they were read
 */
public record SiteRecords<T>(
    T data,
    List<String> notes,
    List<Finding> findings,
    List<CellCounts> counts,
    List<List<String>> levels) {
  private static final String IN_BLOCKS = "the records are held as floats in blocks";

  public SiteRecords {
    requireNonNull(data, "data is null");
    notes = List.copyOf(notes);
    findings = List.copyOf(findings);
    counts = List.copyOf(counts);
    levels = List.copyOf(levels);
  }

  /** Makes records of no study, of which nothing is known. */
  public static <T> SiteRecords<T> unchecked(T data) {
    return new SiteRecords<>(data, List.of(), List.of(), List.of(), List.of());
  }

  /** Returns the same, read by the site's own levels, with what is to be asked of them. */
  public SiteRecords<T> withLevels(Study study, List<List<String>> own) {
    List<Finding> all = new ArrayList<>(findings);
    all.addAll(LevelScan.questions(study.schema().columns(), own));
    return new SiteRecords<>(data, notes, all, counts, own);
  }

  /** Never shows a level. */
  @Override
  public String toString() {
    return "SiteRecords[%s]".formatted(data);
  }

  /** Returns the site's own levels in the columns that have none in the study yet. */
  public static List<List<String>> ownLevels(Study study, SiteSource source) {
    if (study.schema().columns().stream().noneMatch(ColumnSpec::isOpen)) {
      return List.of();
    }
    return inWordsOfKeys(
        () -> DataReader.readLevels(source.data(), options(study, source, List.of())));
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
                ? of(study, source, DataReader.readCoded(source.data(), options), List.of())
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
                ? of(
                    study,
                    source,
                    DataReader.readCodedBlocks(source.data(), options),
                    List.of(IN_BLOCKS))
                : of(study, DataReader.readBlocks(source.data(), options)));
  }

  private static <T> SiteRecords<T> read(
      Study study,
      SiteSource source,
      List<List<String>> levels,
      Function<ReadOptions, SiteRecords<T>> reader) {
    List<String> notes = new ArrayList<>();
    ReadOptions options = options(study, source, levels).withNotes(notes::add);
    SiteRecords<T> read = inWordsOfKeys(() -> reader.apply(options));
    notes.addAll(read.notes());
    return new SiteRecords<>(read.data(), notes, read.findings(), read.counts(), List.of())
        .withLevels(study, levels);
  }

  private static <T> T inWordsOfKeys(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (CoterieException e) {
      throw e.reworded(StudyKeys::inWordsOfKeys);
    }
  }

  /** Returns how a source is read for a study. */
  public static ReadOptions options(Study study, SiteSource source) {
    return options(study, source, ownLevels(study, source));
  }

  /** Returns the same where the site's own levels are known. */
  public static ReadOptions options(Study study, SiteSource source, List<List<String>> levels) {
    Schema schema = study.schema();
    for (String ignored : Stream.concat(source.ignored().stream(), source.id().stream()).toList()) {
      if (schema.names().contains(ignored)) {
        throw CoterieException.usage(
            ("Column '%s' is a feature of study %s, so it cannot be set aside by --ignore, --id or"
                    + " --labels. Name another column, or let the study ignore it (kind: ignore).")
                .formatted(ignored, study.name()));
      }
    }
    ReadOptions options =
        ReadOptions.defaults()
            .withSeed(new Seed(study.seed()))
            .withKind(schema.kind())
            .withMissing(study.isProfile() ? MissingPolicy.MEAN : schema.missing())
            .withIgnored(source.ignored())
            .withFormat(source.format())
            .withColumns(
                levels.isEmpty() ? schema.columns() : LevelScan.closed(schema.columns(), levels));
    options = source.mapping().map(options::withMapping).orElse(options);
    options = source.id().map(options::withIdColumn).orElse(options);
    return source.query().map(options::withQuery).orElse(options);
  }

  private static <T> SiteRecords<T> of(
      Study study, SiteSource source, Coded<T> read, List<String> first) {
    List<String> notes = new ArrayList<>(first);
    notes.addAll(read.notes());
    return of(study, source.mapping(), read.data(), notes, read.counts());
  }

  /** Makes records of what was read of them, and says what its owner should know. */
  public static <T> SiteRecords<T> of(
      Study study,
      Optional<Mapping> mapping,
      T data,
      List<String> first,
      List<CellCounts> allCounts) {
    List<String> notes = new ArrayList<>(first);
    List<Finding> findings = new ArrayList<>();
    List<ColumnSpec> columns = study.schema().columns();
    for (int j = 0; j < allCounts.size(); j++) {
      CellCounts counts = allCounts.get(j);
      ColumnSpec column = columns.get(j);
      addNotes(notes, study, column, counts);
      findings.addAll(
          Plausibility.of(column, mapping.orElseGet(Mapping::none).of(column.name()), counts));
    }
    return new SiteRecords<>(data, notes, findings, allCounts, List.of());
  }

  private static void addNotes(
      List<String> notes, Study study, ColumnSpec column, CellCounts counts) {
    long cells = counts.cells();
    addOutside(notes, study, column, counts.outside(), cells);
    if (counts.unknown() > 0) {
      notes.add(
          "%s cells of column '%s' are none of its levels and count as %s"
              .formatted(
                  amount(counts.unknown(), cells),
                  column.name(),
                  column.kind().levels().contains(ColumnKind.OTHER)
                      ? "'%s'".formatted(ColumnKind.OTHER)
                      : "missing"));
    }
    if (2 * counts.missing() > cells) {
      notes.add("most cells of column '%s' are missing".formatted(column.name()));
    }
  }

  /**
   * Refuses records of which a column looks wrong as a whole.
   *
   * @param accepted columns of the study that their owner has looked at
   */
  public void requirePlausible(List<String> accepted) {
    requirePlausible(findings, accepted, "'coterie study check STUDY --data FILE' shows more.");
  }

  /**
   * Does the same.
   *
   * @param advice what to do
   */
  static void requirePlausible(List<Finding> findings, List<String> accepted, String advice) {
    List<Finding> open =
        findings.stream().filter(finding -> !accepted.contains(finding.column())).toList();
    if (open.isEmpty()) {
      return;
    }
    List<String> names = open.stream().map(Finding::column).distinct().toList();
    List<String> lines = new ArrayList<>();
    lines.add(
        names.size() == 1
            ? "A column looks wrong as a whole."
            : "%d columns look wrong as a whole.".formatted(names.size()));
    open.forEach(finding -> lines.add(finding.sentence()));
    lines.add(
        "%s If the data are right as they are, say --accept-implausible %s."
            .formatted(advice, String.join(",", names)));
    throw CoterieException.badData(lines);
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
    List<CellCounts> counts = BlockData.counts(ordered.records(), lower(schema), upper(schema));
    return of(study, Optional.empty(), ordered, notes, counts);
  }

  private static SiteRecords<BlockData> of(Study study, BlockData data) {
    Schema schema = study.schema();
    requireDimension(schema, data.name(), data.columns().size());
    List<CellCounts> counts = data.counts(lower(schema), upper(schema));
    return of(study, Optional.empty(), data, List.of(IN_BLOCKS), counts);
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

  private static void addOutside(
      List<String> notes, Study study, ColumnSpec column, long count, long size) {
    if (count == 0) {
      return;
    }
    Range range = column.range().orElseThrow();
    notes.add(
        "%s values of column '%s' are outside its range, %s to %s%s"
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
