package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.data.FileFormat;
import io.coterie.data.mapping.Mapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a site's own records are; no part of the study, since every site has its own.
 *
 * @param data a file, {@code sql:SELECT ...} or a {@code jdbc:} address
 * @param ignored columns that are no features, where the study names none
 * @param format how its file writes text and numbers, as far as it is stated
 * @param mapping how its columns become those of the study, where they are not
 */
public record SiteSource(
    String data,
    Optional<String> query,
    List<String> ignored,
    FileFormat format,
    Optional<Mapping> mapping) {
  public SiteSource {
    requireNonNull(data, "data is null");
    requireNonNull(query, "query is null");
    ignored = List.copyOf(ignored);
    requireNonNull(format, "format is null");
    requireNonNull(mapping, "mapping is null");
  }

  public SiteSource(String data, Optional<String> query, List<String> ignored) {
    this(data, query, ignored, FileFormat.unstated(), Optional.empty());
  }

  public SiteSource withFormat(FileFormat stated) {
    return new SiteSource(data, query, ignored, stated, mapping);
  }

  public SiteSource withMapping(Mapping own) {
    return new SiteSource(data, query, ignored, format, Optional.of(own));
  }

  /** Returns the same without one more column. */
  public SiteSource ignoring(String column) {
    List<String> all = new ArrayList<>(ignored);
    all.add(column);
    return new SiteSource(data, query, all, format, mapping);
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
