package io.coterie.data.mapping;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a site's own columns become those of a study, by the names of the study's columns. A column
 * that is not named is the one of the same name, as it is.
 */
public record Mapping(Map<String, ColumnMapping> columns) {
  public Mapping {
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }
}
