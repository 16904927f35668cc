package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import io.coterie.data.ReadOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Collects a table cell by cell, from the left, while its number of records is not yet known, and
 * hands its records on. Text where a number should be is counted and refused at the end, with the
 * whole picture.
 *
 * <p>Not thread-safe.
 */
final class TableBuilder {
  private static final int INTERNED = 10_000;

  private final String source;
  private final List<String> names;
  private final ReadOptions options;
  private final List<List<String>> setAside = new ArrayList<>();
  private final Map<String, String> interned = new HashMap<>();
  private final int[] featureOf;
  private final List<String> features = new ArrayList<>();
  private final TextColumns texts;
  private final RecordSink taker;

  private final double[] record;
  private final long[] numbers;
  private int filled;
  private long records;

  /** Makes a table whose records go to what a factory makes for its features. */
  TableBuilder(
      String source,
      List<String> names,
      ReadOptions options,
      Function<List<String>, ? extends RecordSink> takers) {
    this.source = source;
    this.names = List.copyOf(names);
    this.options = options;
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
    texts = new TextColumns(source, this.names);
    record = new double[features.size()];
    numbers = new long[names.size()];
    taker = takers.apply(List.copyOf(features));
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
                  TextColumns.list(absent),
                  renamed(absent)));
    }
    for (String named : options.namedColumns()) {
      if (!seen.contains(named)) {
        throw CoterieException.usage(
            "%s has no column '%s'. %s"
                .formatted(
                    source,
                    named,
                    NearestName.to(named, names)
                        .map(name -> "Did you mean '%s'?".formatted(name))
                        .orElse("Its columns are " + TextColumns.list(names) + ".")));
      }
    }
  }

  // A column of nearly the name is most likely the one that is meant.
  private String renamed(List<String> absent) {
    List<String> free = names.stream().filter(name -> !options.features().contains(name)).toList();
    StringBuilder hints = new StringBuilder();
    for (String name : absent.subList(0, Math.min(absent.size(), TextColumns.SHOWN))) {
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

  /** Adds a cell of any column; the text must be that of the cell. */
  void add(int column, Cell.Content content, double value, String text) {
    if (isFeature(column)) {
      addNumber(column, value);
      if (content == Cell.Content.TEXT) {
        texts.count(column, text);
      }
    } else if (taker.keepsText()) {
      setAside.get(column).add(intern(text));
    }
  }

  /** Ends a record that stands in the given line of the source, counted from 1. */
  void endRecord(long line) {
    records++;
    texts.endRecord(line);
    taker.add(record);
    filled = 0;
  }

  /** Checks the whole and returns the columns that were set aside, by name. */
  Map<String, List<String>> finish() {
    if (records == 0) {
      throw CoterieException.badData(
          "%s has a header and no records. Give at least one record.".formatted(source));
    }
    texts.check(numbers, records, options);
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
}
