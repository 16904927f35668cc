package io.coterie.data.mapping;

import java.io.Serializable;
import java.util.BitSet;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was odd about the cells of a column, for the site's own operator. It holds values of
 * records, so it never leaves the site.
 *
 * <p>Mutable; one for each column of a reading.
 */
public final class CellCounts implements Serializable {
  /** More different texts are only counted. */
  private static final int MOST_TEXTS = 50;

  long cells;
  long missing;

  /** Those of them that the site itself does not have. */
  long empty;

  private long unreadable;
  long notPositive;
  long outside;
  private long unknown;
  private final TreeMap<String, Long> oddTexts = new TreeMap<>();
  private final BitSet seen = new BitSet();
  private final ValueWatch values = new ValueWatch();

  /** Returns how many cells there are. */
  public long cells() {
    return cells;
  }

  /** Returns how many of them have no value, for whatever reason. */
  public long missing() {
    return missing;
  }

  /** Returns how many cells are none of the column's levels. */
  public long unknown() {
    return unknown;
  }

  /** Returns how many cells hold something. */
  public long filled() {
    return cells - empty;
  }

  /** Returns whether most cells that hold something are none of the column's levels. */
  public boolean isMostlyUnknown() {
    return 2 * unknown > filled();
  }

  /** Returns texts that are no level, number or date of the column, and how often each occurs. */
  public Map<String, Long> oddTexts() {
    return Collections.unmodifiableMap(oddTexts);
  }

  /** Returns whether a cell has the level of this place. */
  public boolean hasSeen(int level) {
    return seen.get(level);
  }

  /** Returns how many cells are neither a number nor a date where one should be. */
  public long unreadable() {
    return unreadable;
  }

  /** Returns how many numbers have no logarithm. */
  public long notPositive() {
    return notPositive;
  }

  /** Returns how many numbers are outside what is plausible. */
  public long outside() {
    return outside;
  }

  ValueWatch values() {
    return values;
  }

  void see(int level) {
    seen.set(level);
  }

  void addUnknown(String text) {
    unknown++;
    keep(text);
  }

  void addUnreadable(String text) {
    unreadable++;
    keep(text);
  }

  private void keep(String text) {
    if (oddTexts.size() < MOST_TEXTS || oddTexts.containsKey(text)) {
      oddTexts.merge(text, 1L, Long::sum);
    }
  }

  /** Takes note of a number, as the site has it. */
  void watch(double read) {
    values.add(read);
  }

  /** Takes note of a number that is as the study wants it, of a column without text. */
  public void watchCell(double value, double lower, double upper) {
    cells++;
    if (Double.isNaN(value)) {
      missing++;
    } else {
      values.add(value);
      outside += value < lower || value > upper ? 1 : 0;
    }
  }

  /** Adds those of records that follow. */
  public void add(CellCounts others) {
    cells += others.cells;
    missing += others.missing;
    empty += others.empty;
    unknown += others.unknown;
    unreadable += others.unreadable;
    notPositive += others.notPositive;
    outside += others.outside;
    others.oddTexts.forEach((text, count) -> oddTexts.merge(text, count, Long::sum));
    seen.or(others.seen);
    values.add(others.values);
  }
}
