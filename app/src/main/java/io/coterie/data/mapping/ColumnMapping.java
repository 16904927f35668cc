package io.coterie.data.mapping;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How one column of a study is made of a site's own.
 *
 * @param from the site's column; empty where it has the study's name, or where SQL makes it
 * @param levels the study's level of each text of the site
 * @param factor by which numbers are multiplied, first
 * @param offset that is added to them, after
 * @param missing texts of the site that stand for a missing value
 * @param sql an expression over the site's columns that makes the column
 * @param isAbsent whether the site has nothing of it; then all its values are missing
 */
public record ColumnMapping(
    Optional<String> from,
    Map<String, String> levels,
    double factor,
    double offset,
    Set<String> missing,
    Optional<String> sql,
    boolean isAbsent) {
  public ColumnMapping {
    requireNonNull(from, "from is null");
    levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
    missing = Collections.unmodifiableSet(new TreeSet<>(missing));
    requireNonNull(sql, "sql is null");
  }

  public boolean convertsUnits() {
    return factor != 1 || offset != 0;
  }
}
