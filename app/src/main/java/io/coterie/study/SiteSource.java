package io.coterie.study;

import static java.util.Objects.requireNonNull;

import io.coterie.data.mapping.Mapping;
import java.util.List;
import java.util.Optional;

/**
 * Where a site's own records are; no part of the study, since every site has its own.
 *
 * @param data a file, {@code sql:SELECT ...} or a {@code jdbc:} address
 * @param ignored columns that are no features, where the study names none
 * @param mapping how its columns become those of the study, where they are not
 */
public record SiteSource(
    String data, Optional<String> query, List<String> ignored, Optional<Mapping> mapping) {
  public SiteSource {
    requireNonNull(data, "data is null");
    requireNonNull(query, "query is null");
    ignored = List.copyOf(ignored);
    requireNonNull(mapping, "mapping is null");
  }

  public SiteSource(String data, Optional<String> query, List<String> ignored) {
    this(data, query, ignored, Optional.empty());
  }

  public SiteSource withMapping(Mapping own) {
    return new SiteSource(data, query, ignored, Optional.of(own));
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
