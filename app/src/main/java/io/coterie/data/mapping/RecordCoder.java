package io.coterie.data.mapping;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.data.ColumnNames;
import io.coterie.data.column.ColumnSpec;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the features of a study of a site's own rows of text. A row is coded by itself, so that one
 * process, blocks and a cluster of machines give the same.
 *
 * <p>Not thread-safe; every task has its own copy.
 */
public final class RecordCoder implements Serializable {
  private final String source;
  private final List<ColumnCoder> coders = new ArrayList<>();
  private final int[] from;
  private final boolean isShort;
  private final List<CellCounts> counts = new ArrayList<>();

  /**
   * Makes a coder of rows, or says which columns are not there.
   *
   * @param source what to call it in messages
   * @param names of its columns; a row has a cell for each, and after them one for each expression
   *     of the mapping, in the order of the features
   * @param isShort whether values are rounded to 4-byte floats, as engines keep them
   */
  public RecordCoder(
      String source,
      List<String> names,
      List<ColumnSpec> columns,
      Optional<Mapping> mapping,
      boolean isShort) {
    this.source = source;
    this.isShort = isShort;
    from = new int[columns.size()];
    int expressions = 0;
    List<String> absent = new ArrayList<>();
    for (int j = 0; j < from.length; j++) {
      ColumnSpec spec = columns.get(j);
      Optional<ColumnMapping> own =
          mapping.flatMap(all -> Optional.ofNullable(all.columns().get(spec.name())));
      coders.add(new ColumnCoder(spec, own));
      counts.add(new CellCounts());
      if (own.map(ColumnMapping::isAbsent).orElse(false)) {
        from[j] = -1;
      } else if (own.flatMap(ColumnMapping::sql).isPresent()) {
        from[j] = names.size() + expressions++;
      } else {
        String name = own.flatMap(ColumnMapping::from).orElse(spec.name());
        from[j] = names.indexOf(name);
        if (from[j] < 0) {
          absent.add(name);
        }
      }
    }
    if (!absent.isEmpty()) {
      throw CoterieException.badData(
          "%s lacks %d of the %d columns that are needed: %s.%s"
              .formatted(
                  source,
                  absent.size(),
                  from.length,
                  ColumnNames.list(absent),
                  hints(absent, names)));
    }
    requireOnce(source, names);
  }

  private static void requireOnce(String source, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (int j = 0; j < names.size(); j++) {
      if (!seen.add(names.get(j))) {
        throw CoterieException.badData(
            "%s has two columns with the same name; the second is column %d of %d. Rename one."
                .formatted(source, j + 1, names.size()));
      }
    }
  }

  private static String hints(List<String> absent, List<String> names) {
    StringBuilder hints = new StringBuilder();
    for (String name : absent.subList(0, Math.min(absent.size(), ColumnNames.SHOWN))) {
      NearestName.to(name, names)
          .ifPresent(near -> hints.append(" '%s' is here; is it '%s'?".formatted(near, name)));
    }
    return hints
        + " Map columns of other names, or state which ones the site does not have: see 'coterie map"
        + " --help'.";
  }

  public int features() {
    return from.length;
  }

  /** Writes the features of a row. */
  public void code(String[] cells, double[] record) {
    for (int j = 0; j < from.length; j++) {
      double value = coders.get(j).code(from[j] < 0 ? null : cells[from[j]], counts.get(j));
      record[j] = isShort ? (float) value : value;
    }
  }

  /** Returns the text that a row has for a feature, or nothing where it is missing. */
  Optional<String> text(int feature, String[] cells) {
    return coders.get(feature).text(from[feature] < 0 ? null : cells[from[feature]]);
  }

  /** Returns what was odd, column by column. */
  public List<CellCounts> counts() {
    return List.copyOf(counts);
  }

  /** Refuses rows of which cells could not be read; the message holds no cell. */
  public void requireReadable(List<CellCounts> all) {
    List<String> unreadable = new ArrayList<>();
    List<String> notPositive = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (int j = 0; j < from.length; j++) {
      CellCounts own = all.get(j);
      String name = coders.get(j).name();
      if (own.unreadable > 0) {
        unreadable.add(name);
      }
      if (own.notPositive > 0) {
        notPositive.add(name);
      }
      if (2 * own.unknown > own.cells - own.missing + own.unknown) {
        unknown.add(name);
      }
    }
    if (!unreadable.isEmpty()) {
      throw CoterieException.badData(
          ("%s has text where numbers or dates must be, in %s. Numbers have a decimal point, dates are"
                  + " written 2020-12-31. Correct them, or name codes for missing values, dates in"
                  + " another form or an expression in a mapping: see 'coterie map --help'.")
              .formatted(source, ColumnNames.list(unreadable)));
    }
    if (!notPositive.isEmpty()) {
      throw CoterieException.badData(
          "%s has values of 0 or less in %s, which count by their logarithm. Correct or map them."
              .formatted(source, ColumnNames.list(notPositive)));
    }
    if (!unknown.isEmpty()) {
      throw CoterieException.badData(
          ("Most cells of %s are none of the levels of the study, in %s. Map the site's levels to"
                  + " those of the study: see 'coterie map --help'.")
              .formatted(source, ColumnNames.list(unknown)));
    }
  }
}
