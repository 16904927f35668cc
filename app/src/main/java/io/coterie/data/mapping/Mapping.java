package io.coterie.data.mapping;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a site's own columns become those of a study, by the names of the study's columns. A column
 * that is not named is the one of the same name, as it is.
 *
 * @param id the site's column that names its records; it is no feature and is never sent
 * @param missing texts that stand for a missing value in every column
 */
public record Mapping(
    Optional<String> id, Set<String> missing, Map<String, ColumnMapping> columns) {
  public Mapping {
    missing = Collections.unmodifiableSet(new TreeSet<>(missing));
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }

  /** Returns how a column of the study is made. */
  public ColumnMapping of(String column) {
    return columns.getOrDefault(column, ColumnMapping.SAME);
  }

  /** Returns the mapping of a table that is as the study wants it. */
  public static Mapping none() {
    return new Mapping(Optional.empty(), Set.of(), Map.of());
  }
}
