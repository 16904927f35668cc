package io.coterie.data.mapping;

import java.io.Serializable;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
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
  private final EnumMap<Oddity, Long> odd = new EnumMap<>(Oddity.class);
  private final EnumMap<Oddity, BitSet> places = new EnumMap<>(Oddity.class);
  private final TreeMap<String, Long> oddTexts = new TreeMap<>();
  private final BitSet seen = new BitSet();
  private final ValueWatch values = new ValueWatch();

  /** What a cell can be that is not of the column as it is described. */
  public enum Oddity {
    BELOW("below the range"),
    ABOVE("above the range"),
    UNKNOWN("level not in the study");

    private final String words;

    Oddity(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /** Returns which cells are odd, by their places from 0. */
  public BitSet places(Oddity kind) {
    BitSet found = places.get(kind);
    return found == null ? new BitSet() : (BitSet) found.clone();
  }

  /** Returns how many cells are odd. */
  public long count(Oddity kind) {
    return odd.getOrDefault(kind, 0L);
  }

  /** Takes note of what the last cell is. */
  private void addOdd(Oddity kind) {
    odd.merge(kind, 1L, Long::sum);
    mark(kind, cells - 1);
  }

  private void mark(Oddity kind, long place) {
    if (place < Integer.MAX_VALUE) { // more records are never labelled one by one
      places.computeIfAbsent(kind, first -> new BitSet()).set((int) place);
    }
  }

  /** Takes note of whether the last cell is outside a range. */
  void compare(double value, double lower, double upper) {
    if (value < lower) {
      addOdd(Oddity.BELOW);
    } else if (value > upper) {
      addOdd(Oddity.ABOVE);
    }
  }

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
    return count(Oddity.UNKNOWN);
  }

  /** Returns how many cells hold something. */
  public long filled() {
    return cells - empty;
  }

  /** Returns whether most cells that hold something are none of the column's levels. */
  public boolean isMostlyUnknown() {
    return 2 * unknown() > filled();
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
    return count(Oddity.BELOW) + count(Oddity.ABOVE);
  }

  ValueWatch values() {
    return values;
  }

  void see(int level) {
    seen.set(level);
  }

  void addUnknown(String text) {
    addOdd(Oddity.UNKNOWN);
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
      compare(value, lower, upper);
    }
  }

  /** Adds those of records that follow. */
  public void add(CellCounts others) {
    others.places.forEach(
        (kind, found) -> found.stream().forEach(place -> mark(kind, cells + place)));
    others.odd.forEach((kind, count) -> odd.merge(kind, count, Long::sum));
    cells += others.cells;
    missing += others.missing;
    empty += others.empty;
    unreadable += others.unreadable;
    notPositive += others.notPositive;
    others.oddTexts.forEach((text, count) -> oddTexts.merge(text, count, Long::sum));
    seen.or(others.seen);
    values.add(others.values);
  }
}
