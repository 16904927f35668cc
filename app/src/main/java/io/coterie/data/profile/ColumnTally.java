package io.coterie.data.profile;

import io.coterie.data.format.CsvTokens.Cell;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the cells of one column are like, counted as they come by, within bounded memory.
 *
 * <p>Not thread-safe.
 */
final class ColumnTally {
  private static final int LONGEST_KEY = 200;
  private static final int MOST_DIGITS = 15;

  private final String name;
  private final int mostTexts;
  private final Cell cell = new Cell();
  private final Map<String, Seen> seen = new HashMap<>();
  private final NumberTally numbers;
  private final Map<CellForm, Long> forms = new EnumMap<>(CellForm.class);
  private final Map<CellForm, Long> firstLines = new EnumMap<>(CellForm.class);
  private final Map<String, Long> wordsForNone = new TreeMap<>();
  private long records;
  private long counted;
  private long leadingZeros;
  private long characters;
  private long blanks;
  private final DayForms days = new DayForms();
  private int fewestDigits = Integer.MAX_VALUE;
  private int mostDigits;
  private long cellHash;
  private long placeHash;

  /** How often a text occurs, and as which of the different ones it came. */
  private static final class Seen {
    final int place;
    long count;

    Seen(int place) {
      this.place = place;
    }
  }

  /**
   * Makes a tally.
   *
   * @param mostTexts how many different texts are counted
   * @param sampleSize how many numbers are kept
   */
  ColumnTally(String name, int mostTexts, int sampleSize) {
    this.name = name;
    this.mostTexts = mostTexts;
    numbers = new NumberTally(sampleSize);
  }

  /** Takes a cell and returns a hash of what it says. */
  long add(String text, long line) {
    records++;
    CellForm form = text == null ? CellForm.MISSING : CellForm.of(text, cell);
    if (forms.merge(form, 1L, Long::sum) == 1) {
      firstLines.put(form, line);
    }
    if (form == CellForm.MISSING) {
      cellHash = LongSet.mixed(cellHash + 1);
      placeHash = LongSet.mixed(placeHash + 1);
      return 1;
    }
    String key = text;
    if (form == CellForm.NUMBER) {
      key = number(text, cell.value());
    } else {
      characters += text.length();
      blanks += text.chars().filter(c -> c == ' ').count();
      if (form == CellForm.NO_VALUE) {
        wordsForNone.merge(text.toLowerCase(Locale.ROOT), 1L, Long::sum);
      } else if (form == CellForm.OTHER_DAY) {
        days.add(text);
      }
    }
    long hash = LongSet.hash(key);
    cellHash = LongSet.mixed(cellHash + hash);
    count(key.length() > LONGEST_KEY ? key.substring(0, LONGEST_KEY) + '\u2026' + hash : key);
    return hash;
  }

  private void count(String key) {
    Seen known = seen.get(key);
    if (known == null && seen.size() < mostTexts) {
      known = new Seen(seen.size() + 2);
      seen.put(key, known);
    }
    if (known != null) {
      known.count++;
    }
    counted += isCounted() || known != null ? 1 : 0;
    placeHash = LongSet.mixed(placeHash + (known == null ? 0 : known.place));
  }

  /** Takes a number and returns its text, the same for the same whole number. */
  private String number(String text, double value) {
    numbers.add(value);
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
    boolean isDigits = text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (isDigits) {
      fewestDigits = Math.min(fewestDigits, text.length());
      mostDigits = Math.max(mostDigits, text.length());
      if (text.length() > 1 && text.charAt(0) == '0') {
        leadingZeros++;
        return text;
      }
    }
    return isWhole && text.length() <= MOST_DIGITS + 5 ? Long.toString((long) value) : text;
  }

  String name() {
    return name;
  }

  long records() {
    return records;
  }

  NumberTally numbers() {
    return numbers;
  }

  long count(CellForm form) {
    return forms.getOrDefault(form, 0L);
  }

  /** Returns the line of the first cell of a form. */
  long firstLine(CellForm form) {
    return firstLines.getOrDefault(form, 0L);
  }

  /** Returns how many cells hold anything. */
  long present() {
    return records - count(CellForm.MISSING);
  }

  /** Returns how many different values there are, as far as they were counted. */
  int distinct() {
    return seen.size();
  }

  /** Returns whether every different value was counted. */
  boolean isCounted() {
    return seen.size() < mostTexts;
  }

  /** Returns how many of the cells differ from all before, of those that were counted. */
  double uniqueness() {
    return counted == 0 ? 0 : (double) seen.size() / counted;
  }

  /** Returns whether some whole number is written with zeros in front. */
  boolean hasLeadingZeros() {
    return leadingZeros > 0;
  }

  /** Returns whether the numbers go up by one from the least to the most, each once. */
  boolean isSequence() {
    return isCounted()
        && numbers.areWhole()
        && uniqueness() == 1
        && numbers.most() - numbers.least() == seen.size() - 1;
  }

  /** Returns whether all are whole numbers of the same many digits. */
  boolean isOfOneLength(int least) {
    return fewestDigits == mostDigits && fewestDigits >= least;
  }

  double meanLength() {
    return (double) characters / Math.max(1, present() - count(CellForm.NUMBER));
  }

  double meanWords() {
    return 1 + (double) blanks / Math.max(1, present() - count(CellForm.NUMBER));
  }

  /** Returns how days are written that are not written as 2020-12-31. */
  DayForms days() {
    return days;
  }

  /** Returns the words for no value that occur, in lower case, and how often. */
  Map<String, Long> wordsForNone() {
    return wordsForNone;
  }

  /** Returns how often each text occurs, the most frequent first; without the given ones. */
  Map<String, Long> levels(List<String> without) {
    Map<String, Long> levels = new LinkedHashMap<>();
    seen.entrySet().stream()
        .filter(entry -> !without.contains(entry.getKey()))
        .sorted(
            Comparator.comparingLong((Map.Entry<String, Seen> entry) -> -entry.getValue().count)
                .thenComparing(Map.Entry::getKey))
        .forEach(entry -> levels.put(entry.getKey(), entry.getValue().count));
    return levels;
  }

  /** Returns whether another column has the same in every record. */
  boolean isCopy(ColumnTally other) {
    return present() > 0 && cellHash == other.cellHash;
  }

  /** Returns whether another column has the same in every record, but in other words. */
  boolean isRecoded(ColumnTally other) {
    return isCounted()
        && distinct() > 1
        && 2L * distinct() <= present()
        && distinct() == other.distinct()
        && placeHash == other.placeHash;
  }

  /** Returns how many cells are of any of these forms. */
  long count(CellForm... any) {
    return Arrays.stream(any).mapToLong(this::count).sum();
  }
}
