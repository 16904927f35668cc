package io.coterie.data.mapping;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.data.ColumnNames;
import io.coterie.data.column.ColumnSpec;
import io.coterie.federation.RowCoding;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the features of a study are made of a site's own rows of text. A row is coded by itself, so
 * that one process, blocks and a cluster of machines give the same.
 *
 * <p>Not thread-safe; every task has its own copy.
 */
public final class RecordCoder implements RowCoding.Bound {
  private final List<String> names;
  private final ArrayList<ColumnCoder> coders = new ArrayList<>();
  private final ArrayList<Expression> expressions = new ArrayList<>();
  private final int[] from;
  private final boolean isShort;
  private final ArrayList<Integer> open = new ArrayList<>();

  /**
   * Makes a coder of rows, or says which columns are not there.
   *
   * @param source what to call it in messages
   * @param names of its columns; a row has a cell for each
   * @param isShort whether values are rounded to 4-byte floats, as engines keep them
   */
  public RecordCoder(
      String source,
      List<String> names,
      List<ColumnSpec> columns,
      Optional<Mapping> mapping,
      boolean isShort) {
    this.names = List.copyOf(names);
    this.isShort = isShort;
    Mapping all = mapping.orElseGet(Mapping::none);
    from = new int[columns.size()];
    List<String> absent = new ArrayList<>();
    for (int j = 0; j < from.length; j++) {
      ColumnSpec spec = columns.get(j);
      ColumnMapping own = all.of(spec.name());
      coders.add(new ColumnCoder(spec, own, all.missing()));
      if (spec.isOpen()) {
        open.add(j);
      }
      if (own.isAbsent()) {
        from[j] = -1;
      } else if (own.sql().isPresent()) {
        from[j] = names.size() + expressions.size();
        expressions.add(Expression.of(source, spec.name(), own.sql().get(), names));
      } else {
        String name = own.from().orElse(spec.name());
        from[j] = names.indexOf(name);
        if (from[j] < 0) {
          absent.add(name);
        }
      }
    }
    if (!absent.isEmpty()) {
      throw CoterieException.badData(lacking(source, absent, names));
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

  private List<String> lacking(String source, List<String> absent, List<String> names) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s lacks %d of the %d columns that are needed: %s."
            .formatted(source, absent.size(), from.length, ColumnNames.list(absent)));
    List<String> unused = new ArrayList<>(names);
    for (int place : from) {
      if (place >= 0 && place < names.size()) {
        unused.remove(names.get(place));
      }
    }
    for (String name : absent.subList(0, Math.min(absent.size(), ColumnNames.SHOWN))) {
      Optional<String> near = NearestName.to(name, unused);
      near.ifPresent(unused::remove);
      near.ifPresent(found -> lines.add("'%s' is here; is it '%s'?".formatted(found, name)));
    }
    lines.add(
        "Map columns of other names, or state which ones the site does not have: see 'coterie map"
            + " --help'.");
    return lines;
  }

  public int features() {
    return from.length;
  }

  /** Returns the places of features on whose levels the sites have yet to agree. */
  List<Integer> openFeatures() {
    return open;
  }

  /** Returns the columns of the source that rows are made of. */
  @Override
  public List<String> columns() {
    Set<String> read = new LinkedHashSet<>();
    for (int place : from) {
      if (place >= 0 && place < names.size()) {
        read.add(names.get(place));
      }
    }
    expressions.forEach(expression -> read.addAll(expression.columns()));
    return List.copyOf(read);
  }

  /** Returns the column of the source that a feature is made of; empty for none or several. */
  public Optional<String> origin(int feature) {
    int place = from[feature];
    return place >= 0 && place < names.size() ? Optional.of(names.get(place)) : Optional.empty();
  }

  @Override
  public boolean isShort() {
    return isShort;
  }

  @Override
  public Task start() {
    return new Task(
        expressions.isEmpty()
            ? Optional.empty()
            : Optional.of(new Expressions(expressions, names)));
  }

  /** Codes some rows, one after the other, and counts what is odd about them. */
  public final class Task implements RowCoding.Task {
    private final Optional<Expressions> made;
    private final ArrayList<CellCounts> counts = new ArrayList<>();

    private Task(Optional<Expressions> made) {
      this.made = made;
      coders.forEach(coder -> counts.add(new CellCounts()));
    }

    /** Returns whether rows are coded faster many at a time. */
    public boolean wantsMany() {
      return made.isPresent();
    }

    @Override
    public List<double[]> code(List<String[]> rows) {
      List<String[]> values = made.map(all -> all.of(rows)).orElse(List.of());
      List<double[]> records = new ArrayList<>(rows.size());
      for (int i = 0; i < rows.size(); i++) {
        double[] record = new double[from.length];
        code(rows.get(i), values.isEmpty() ? new String[0] : values.get(i), record);
        records.add(record);
      }
      return records;
    }

    /**
     * Writes the features of a row.
     *
     * @param values of the expressions
     */
    public void code(String[] cells, String[] values, double[] record) {
      for (int j = 0; j < from.length; j++) {
        double value = coders.get(j).code(cell(j, cells, values), counts.get(j));
        record[j] = isShort ? (float) value : value;
      }
    }

    /**
     * Adds the texts that rows have for features whose levels are open.
     *
     * @param found the levels of each of them, by its place
     */
    void addLevels(List<String[]> rows, Map<Integer, ? extends Set<String>> found) {
      List<String[]> values = made.map(all -> all.of(rows)).orElse(List.of());
      for (int i = 0; i < rows.size(); i++) {
        String[] own = values.isEmpty() ? new String[0] : values.get(i);
        for (Map.Entry<Integer, ? extends Set<String>> open : found.entrySet()) {
          String level = coders.get(open.getKey()).level(cell(open.getKey(), rows.get(i), own));
          if (level != null) {
            open.getValue().add(level);
          }
        }
      }
    }

    private String cell(int feature, String[] cells, String[] values) {
      int place = from[feature];
      return place < 0 ? null : place < names.size() ? cells[place] : values[place - names.size()];
    }

    /** Returns what was odd, column by column. */
    public List<CellCounts> counts() {
      return List.copyOf(counts);
    }

    @Override
    public Serializable findings() {
      return counts;
    }

    @Override
    public void close() {
      made.ifPresent(Expressions::close);
    }
  }

  /** Returns what was odd in all tasks together. */
  public static List<CellCounts> total(List<Serializable> findings, int features) {
    List<CellCounts> total = new ArrayList<>();
    for (int j = 0; j < features; j++) {
      total.add(new CellCounts());
    }
    for (Serializable found : findings) {
      int j = 0;
      for (Object counts : (List<?>) found) {
        total.get(j++).add((CellCounts) counts);
      }
    }
    return total;
  }

  /** Refuses rows of which cells could not be read; the message holds no cell. */
  public static void requireReadable(String source, List<String> features, List<CellCounts> all) {
    List<String> unreadable = new ArrayList<>();
    List<String> notPositive = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    for (int j = 0; j < all.size(); j++) {
      CellCounts own = all.get(j);
      String name = features.get(j);
      if (own.unreadable() > 0) {
        unreadable.add(name);
      }
      if (own.notPositive() > 0) {
        notPositive.add(name);
      }
      if (own.isMostlyUnknown()) {
        unknown.add(name);
      }
    }
    if (!unreadable.isEmpty()) {
      throw CoterieException.badData(
          ("%s has text where numbers or dates must be, in %s. Numbers have a decimal point, dates are"
                  + " written 2020-12-31. Correct them, or say in a mapping what they are: codes for"
                  + " missing values, limits as <0.3, dates in another form, or an expression. 'coterie"
                  + " study check --data' shows which; see 'coterie map --help'.")
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
