package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.data.DataSet;
import io.coterie.data.FileFormat;
import io.coterie.data.RecordIds;
import io.coterie.data.mapping.Mapping;
import java.util.List;
import java.util.Optional;

/**
 * Where a site's own records are; no part of the study, since every site has its own.
 *
 * @param data a file, {@code sql:SELECT ...} or a {@code jdbc:} address
 * @param ignored columns that are no features, where the study names none
 * @param format how its file writes text and numbers, as far as it is stated
 * @param id the column that names records, put beside their clusters
 * @param mapping how its columns become those of the study, where they are not
 */
public record SiteSource(
    String data,
    Optional<String> query,
    List<String> ignored,
    FileFormat format,
    Optional<String> id,
    Optional<Mapping> mapping) {
  public SiteSource {
    requireNonNull(data, "data is null");
    requireNonNull(query, "query is null");
    ignored = List.copyOf(ignored);
    requireNonNull(format, "format is null");
    requireNonNull(mapping, "mapping is null");
  }

  public SiteSource(String data, Optional<String> query, List<String> ignored) {
    this(data, query, ignored, FileFormat.unstated(), Optional.empty(), Optional.empty());
  }

  public SiteSource withFormat(FileFormat stated) {
    return new SiteSource(data, query, ignored, stated, id, mapping);
  }

  /** Returns the same by a mapping, which may name the column of ids. */
  public SiteSource withMapping(Mapping own) {
    return new SiteSource(data, query, ignored, format, id.or(own::id), Optional.of(own));
  }

  /** Returns the same with a column that names records, which counts before that of a mapping. */
  public SiteSource withId(String column) {
    return new SiteSource(data, query, ignored, format, Optional.of(column), mapping);
  }

  /** Returns what the owner calls records that were read of this source for a study. */
  public Optional<RecordIds> ids(Study study, DataSet read) {
    return id.or(() -> study.schema().id().filter(read.setAside()::containsKey))
        .map(column -> RecordIds.of(read, column));
  }

  /** Never shows an address or a query, which may hold a password. */
  @Override
  public String toString() {
    return "SiteSource[%s]".formatted(data.startsWith("jdbc:") ? "jdbc:..." : data);
  }

  public static SiteSource of(String data) {
    return new SiteSource(data, Optional.empty(), List.of());
  }
}
