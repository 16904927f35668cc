package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.ReadOptions;
import io.coterie.data.format.Magnitudes;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.study.file.StudyKeys;
import io.coterie.study.file.StudyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A site's records as the study's schema wants them, whatever else its source holds and in whatever
 * order.
 *
 * @param data the records, with the features in the schema's order
 * @param notes what the site's own operator should know of them; not for anybody else
 */
public record SiteRecords(DataSet data, List<String> notes) {
  private static final int SHOWN = 8;

  public SiteRecords {
    requireNonNull(data, "data is null");
    notes = List.copyOf(notes);
  }

  /** Reads a site's source, or says precisely in what it differs from the schema. */
  public static SiteRecords read(Study study, SiteSource source) {
    ReadOptions options = options(study, source);
    try {
      return of(study.schema(), Magnitudes.checked(DataReader.read(source.data(), options)));
    } catch (CoterieException e) {
      throw new CoterieException(e.code(), StudyKeys.inWordsOfKeys(e.getMessage()), e);
    }
  }

  /** Returns how a site's source is read for a study. */
  static ReadOptions options(Study study, SiteSource source) {
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
            .withMissing(schema.missing())
            .withIgnoredColumns(source.ignored())
            .withFeatures(schema.names());
    return source.query().map(options::withQuery).orElse(options);
  }

  private static SiteRecords of(Schema schema, DataSet data) {
    int dimension = schema.input().dimension();
    if (data.columns().size() != dimension) {
      throw CoterieException.badData(
          "%s has %d values in a record; the study's records have %d (%s)."
              .formatted(data.name(), data.columns().size(), dimension, schema.kind()));
    }
    List<String> names = schema.columns().isEmpty() ? data.columns() : schema.names();
    List<String> absent = names.stream().filter(n -> !data.columns().contains(n)).toList();
    if (!absent.isEmpty()) {
      throw CoterieException.badData(
          "%s lacks %d of the %d columns of the study: %s."
              .formatted(data.name(), absent.size(), dimension, list(absent)));
    }
    DataSet ordered = data.inOrder(names);
    List<String> notes = new ArrayList<>();
    if (!data.setAside().isEmpty()) {
      notes.add(
          "columns that are no part of the study are left out: "
              + list(List.copyOf(data.setAside().keySet())));
    }
    for (int j = 0; j < schema.columns().size(); j++) {
      outside(schema.columns().get(j), outside(schema.columns(), j, ordered.records()), data.size())
          .ifPresent(notes::add);
    }
    return new SiteRecords(ordered, notes);
  }

  /** Returns how many values of a column lie outside its public bounds. */
  static long outside(List<Column> columns, int j, Matrix records) {
    if (columns.get(j).bounds().isEmpty()) {
      return 0;
    }
    Column.Bounds bounds = columns.get(j).bounds().get();
    long count = 0;
    for (int i = 0; i < records.rows(); i++) {
      double value = records.at(i, j);
      count += value < bounds.lower() || value > bounds.upper() ? 1 : 0;
    }
    return count;
  }

  /** Says in rough words how many values are clipped; an exact count is nobody's business. */
  static Optional<String> outside(Column column, long count, long size) {
    if (count == 0) {
      return Optional.empty();
    }
    Column.Bounds bounds = column.bounds().orElseThrow();
    String amount = count < 0.01 * size ? "few" : count < 0.1 * size ? "some" : "many";
    return Optional.of(
        "%s values of column '%s' are outside its public bounds, %s to %s, and are clipped"
            .formatted(
                amount,
                column.name(),
                StudyText.number(bounds.lower()),
                StudyText.number(bounds.upper())));
  }

  public static String list(List<String> names) {
    String shown =
        names.stream().limit(SHOWN).map("'%s'"::formatted).collect(Collectors.joining(", "));
    return names.size() <= SHOWN ? shown : shown + " and %d more".formatted(names.size() - SHOWN);
  }
}
