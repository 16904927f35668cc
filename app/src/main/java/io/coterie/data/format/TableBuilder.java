package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.data.ColumnNames;
import io.coterie.data.ReadOptions;
import io.coterie.data.format.CsvTokens.Cell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Collects a table cell by cell, from the left, while its number of records is not yet known, and
 * hands its records on. Text where a number should be is counted and refused at the end, with the
 * whole picture.
 *
 * <p>Not thread-safe.
 */
public final class TableBuilder {
  private static final int INTERNED = 10_000;
  private static final int FEW_GROUPS = 100;

  private final String source;
  private final List<String> names;
  private final ReadOptions options;
  private final List<List<String>> setAside = new ArrayList<>();
  private final Map<String, String> interned = new HashMap<>();
  private final int[] featureOf;
  private final List<String> features = new ArrayList<>();
  private final int[] textCounts;
  private final long[] firstTextLines;
  private final List<Set<String>> textGroups = new ArrayList<>();
  private final List<Integer> textFoundInRecord = new ArrayList<>();
  private final RecordSink sink;

  private final double[] record;
  private final long[] numbers;
  private final int[] longCounts;
  private NumberStyle style = NumberStyle.PLAIN;
  private int filled;
  private long records;

  TableBuilder(String source, List<String> names, ReadOptions options, RecordSink sink) {
    this.source = source;
    this.names = List.copyOf(names);
    this.options = options;
    this.sink = sink;
    checkNames();
    Set<String> named = new HashSet<>(options.namedColumns());
    Set<String> wanted = new HashSet<>(options.features());
    featureOf = new int[names.size()];
    for (int j = 0; j < featureOf.length; j++) {
      boolean isFeature =
          !named.contains(names.get(j)) && (wanted.isEmpty() || wanted.contains(names.get(j)));
      setAside.add(isFeature ? List.of() : new ArrayList<>());
      featureOf[j] = isFeature ? features.size() : -1;
      if (isFeature) {
        features.add(names.get(j));
      }
    }
    if (features.isEmpty()) {
      throw CoterieException.usage(
          "All %d columns of %s are set aside; leave at least one to cluster by."
              .formatted(names.size(), source));
    }
    record = new double[features.size()];
    numbers = new long[names.size()];
    textCounts = new int[names.size()];
    longCounts = new int[names.size()];
    firstTextLines = new long[names.size()];
    names.forEach(name -> textGroups.add(new HashSet<>()));
    sink.begin(List.copyOf(features));
  }

  private void checkNames() {
    Set<String> seen = new HashSet<>();
    for (int j = 0; j < names.size(); j++) {
      if (!seen.add(names.get(j))) {
        throw CoterieException.badData(
            "%s has two columns with the same name; the second is column %d of %d. Rename one."
                .formatted(source, j + 1, names.size()));
      }
    }
    List<String> absent =
        options.features().stream().filter(feature -> !seen.contains(feature)).toList();
    if (!absent.isEmpty()) {
      throw CoterieException.badData(
          "%s lacks %d of the %d columns that are needed: %s.%s"
              .formatted(
                  source,
                  absent.size(),
                  options.features().size(),
                  ColumnNames.list(absent),
                  renamed(absent)));
    }
    for (String named : options.namedColumns()) {
      if (!seen.contains(named)) {
        throw CoterieException.usage(
            "%s has no column '%s'. %s".formatted(source, named, ColumnNames.hint(named, names)));
      }
    }
  }

  // A column of nearly the name is most likely the one that is meant.
  private String renamed(List<String> absent) {
    List<String> free = names.stream().filter(name -> !options.features().contains(name)).toList();
    StringBuilder hints = new StringBuilder();
    for (String name : absent.subList(0, Math.min(absent.size(), ColumnNames.SHOWN))) {
      NearestName.to(name, free)
          .ifPresent(near -> hints.append(" '%s' is here; is it '%s'?".formatted(near, name)));
    }
    return hints.toString();
  }

  int width() {
    return featureOf.length;
  }

  boolean isFeature(int column) {
    return featureOf[column] >= 0;
  }

  /** Adds a feature's number; NaN is missing. */
  void addNumber(int column, double value) {
    assert featureOf[column] == filled : "cells come from the left";
    record[filled++] = value;
    numbers[column] += Double.isNaN(value) ? 0 : 1;
  }

  /** Counts a whole number that lost digits. */
  void countLong(int column) {
    longCounts[column]++;
  }

  /** Says how numbers are written, for messages. */
  void setStyle(NumberStyle found) {
    style = found;
  }

  /** Adds a cell of any column; the text must be that of the cell. */
  void add(int column, Cell.Content content, double value, String text) {
    if (isFeature(column)) {
      addNumber(column, value);
      if (content == Cell.Content.TEXT) {
        countText(column, text);
      }
    } else if (sink.keepsText()) {
      setAside.get(column).add(intern(text));
    }
  }

  /** Ends a record that stands in the given line of the source, counted from 1. */
  void endRecord(long line) {
    records++;
    textFoundInRecord.forEach(column -> firstTextLines[column] = line);
    textFoundInRecord.clear();
    sink.add(record);
    filled = 0;
  }

  /** Checks the whole and returns the columns that were set aside, by name. */
  Map<String, List<String>> finish() {
    if (records == 0) {
      throw CoterieException.badData(
          "%s has a header and no records. Give at least one record.".formatted(source));
    }
    checkTexts();
    checkLong();
    Map<String, List<String>> aside = new LinkedHashMap<>();
    for (int j = 0; j < featureOf.length; j++) {
      if (!isFeature(j)) {
        aside.put(names.get(j), setAside.get(j));
      }
    }
    return aside;
  }

  private String intern(String text) {
    if (interned.size() > INTERNED) {
      return interned.getOrDefault(text, text);
    }
    return interned.computeIfAbsent(text, same -> same);
  }

  private void countText(int column, String text) {
    if (textCounts[column]++ == 0) {
      textFoundInRecord.add(column);
    }
    if (textGroups.get(column).size() <= FEW_GROUPS) {
      textGroups.get(column).add(text);
    }
  }

  /** Throws if any feature holds text; no message shows any of it. */
  private void checkTexts() {
    List<Integer> textual = new ArrayList<>();
    List<Integer> mixed = new ArrayList<>();
    for (int j = 0; j < textCounts.length; j++) {
      if (textCounts[j] > 0) {
        boolean isText = textCounts[j] > numbers[j];
        (isText ? textual : mixed).add(j);
      }
    }
    if (!options.features().isEmpty() && !(textual.isEmpty() && mixed.isEmpty())) {
      textual.addAll(mixed);
      throw CoterieException.badData(neededMessage(textual));
    }
    if (!textual.isEmpty()) {
      throw CoterieException.badData(textMessage(textual));
    }
    if (!mixed.isEmpty()) {
      throw CoterieException.badData(mixedMessage(mixed));
    }
  }

  /** Refuses numbers of so many digits that some are lost, so that different ids become one. */
  private void checkLong() {
    for (int j = 0; j < longCounts.length; j++) {
      if (longCounts[j] > 0) {
        throw CoterieException.badData(
            ("Column '%s' of %s has whole numbers of more digits than a number keeps (15 are safe)."
                    + " If it holds ids set it aside with --ignore %s, otherwise give fewer digits.")
                .formatted(names.get(j), source, names.get(j)));
      }
    }
  }

  private String neededMessage(List<Integer> columns) {
    return ("%s is not numeric in %s, first in line %d, but must be. Correct it, or mark missing values as"
            + " NA. Numbers have a %s.")
        .formatted(
            ColumnNames.list(columns.stream().map(names::get).toList()),
            source,
            firstTextLines[columns.get(0)],
            style.words());
  }

  private String textMessage(List<Integer> textual) {
    List<String> columns = textual.stream().map(names::get).toList();
    String flags =
        columns.stream()
                .limit(ColumnNames.SHOWN)
                .map("--ignore %s"::formatted)
                .collect(Collectors.joining(" "))
            + (columns.size() > ColumnNames.SHOWN ? " ..." : "");
    String what =
        columns.size() == 1
            ? "Column %s of %s holds text".formatted(ColumnNames.list(columns), source)
            : "Columns %s of %s hold text".formatted(ColumnNames.list(columns), source);
    int last = names.size() - 1;
    int groupCount = textGroups.get(last).size();
    boolean isLabel =
        options.labelColumn().isEmpty()
            && textual.contains(last)
            && groupCount <= FEW_GROUPS
            && (groupCount == 1 || 2L * groupCount <= records);
    if (!isLabel) {
      return "%s; only numbers can be clustered. Set %s aside with %s."
          .formatted(what, columns.size() == 1 ? "it" : "them", flags);
    }
    if (columns.size() == 1) {
      return ("%s, with few different values; only numbers can be clustered. If it holds the true"
              + " groups say --labels %s, otherwise --ignore %s.")
          .formatted(what, names.get(last), names.get(last));
    }
    return ("%s; only numbers can be clustered. Set them aside with %s; if '%s' holds the true"
            + " groups say --labels %s instead.")
        .formatted(what, flags, names.get(last), names.get(last));
  }

  private String mixedMessage(List<Integer> mixed) {
    int first = mixed.get(0);
    String others = mixed.size() == 1 ? "" : " So do %d other columns.".formatted(mixed.size() - 1);
    return ("Column '%s' of %s should hold numbers but holds text in %d %s, first in line %d.%s"
            + " Correct it, mark missing values as NA, or set the column aside with --ignore %s."
            + " Numbers have a %s.")
        .formatted(
            names.get(first),
            source,
            textCounts[first],
            textCounts[first] == 1 ? "record" : "records",
            firstTextLines[first],
            others,
            names.get(first),
            style.words());
  }

  /** Takes the records of a table, one after the other. */
  public interface RecordSink {
    /** Takes note of the features, in the order in which their values will come. */
    void begin(List<String> features);

    /** Takes a record; the array is used again for the next. NaN is a missing value. */
    void add(double[] record);

    /** Returns whether columns that are no features are kept. */
    boolean keepsText();

    /** Returns one that keeps nothing. */
    static RecordSink none() {
      return new RecordSink() {
        @Override
        public void begin(List<String> features) {}

        @Override
        public void add(double[] record) {}

        @Override
        public boolean keepsText() {
          return false;
        }
      };
    }
  }
}
