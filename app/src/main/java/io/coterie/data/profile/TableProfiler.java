package io.coterie.data.profile;

import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import io.coterie.data.column.ColumnProfile;
import io.coterie.data.format.CsvTokens.Cell;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks at every cell of a table once, within bounded memory, and guesses what each column holds.
 * Several tables with the same columns can follow each other.
 *
 * <p>Not thread-safe.
 */
public final class TableProfiler implements RowSink {
  /** How many different texts all columns keep together. */
  private static final int TEXTS = 400_000;

  /** How many numbers all columns keep together. */
  private static final int NUMBERS = 2_000_000;

  private static final int COMPARED = 1 << 20;
  private static final int SHOWN_LEVELS = 1_000;

  private final int smallestGroup;
  private final MissingCodes codes;
  private final List<ColumnTally> tallies = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final LongSet rows = new LongSet(COMPARED);
  private boolean[] isCompared = {};
  private List<Set<String>> texts = new ArrayList<>();
  private List<Set<Double>> numbers = new ArrayList<>();
  private final Cell cell = new Cell();
  private int[] from = {};
  private long duplicates;
  private long records;

  /**
   * Makes a profiler.
   *
   * @param smallestGroup how many records a level must have to be named
   * @param codes for missing values that somebody stated
   */
  public TableProfiler(int smallestGroup, MissingCodes codes) {
    this.smallestGroup = smallestGroup;
    this.codes = codes;
  }

  /**
   * Codes for missing values.
   *
   * @param everywhere in all columns
   * @param byColumn in single ones
   */
  public record MissingCodes(Set<String> everywhere, Map<String, Set<String>> byColumn) {
    public static MissingCodes none() {
      return new MissingCodes(Set.of(), Map.of());
    }

    public boolean isEmpty() {
      return everywhere.isEmpty() && byColumn.isEmpty();
    }

    /** Returns the codes of a column. */
    public Set<String> of(String column) {
      Set<String> all = new HashSet<>(everywhere);
      all.addAll(byColumn.getOrDefault(column, Set.of()));
      return all;
    }
  }

  /** Looks at a whole source. */
  public static TableProfile of(
      String source, ReadOptions options, int smallestGroup, MissingCodes codes) {
    TableProfiler profiler = new TableProfiler(smallestGroup, codes);
    DataReader.readText(source, options, profiler);
    return profiler.finish();
  }

  @Override
  public void begin(List<String> names) {
    if (tallies.isEmpty()) {
      int count = names.size();
      isCompared = new boolean[count];
      for (int j = 0; j < count; j++) {
        String name = names.get(j);
        tallies.add(
            new ColumnTally(
                name,
                Math.max(100, Math.min(20_000, TEXTS / count)),
                Math.max(200, Math.min(20_000, NUMBERS / count))));
        isCompared[j] = !ColumnNameHints.of(name).isId();
        texts.add(codes.of(name));
        Set<Double> values = new HashSet<>();
        for (String code : codes.of(name)) {
          if (cell.read(code) == Cell.Content.NUMBER) {
            values.add(cell.value());
          }
        }
        numbers.add(values);
      }
    }
    from = new int[tallies.size()];
    for (int j = 0; j < from.length; j++) {
      from[j] = names.indexOf(tallies.get(j).name());
    }
  }

  @Override
  public void add(long line, String[] cells) {
    records++;
    long hash = 0;
    for (int j = 0; j < from.length; j++) {
      String text = from[j] < 0 ? null : cells[from[j]];
      long own = tallies.get(j).add(isCode(j, text) ? null : text, line);
      hash = isCompared[j] ? LongSet.mixed(hash + own) : hash;
    }
    if (!rows.isFull() && !rows.add(hash)) {
      duplicates++;
    }
  }

  private boolean isCode(int column, String text) {
    if (text == null || texts.get(column).isEmpty()) {
      return false;
    }
    return texts.get(column).contains(text)
        || (!numbers.get(column).isEmpty()
            && cell.read(text) == Cell.Content.NUMBER
            && numbers.get(column).contains(cell.value()));
  }

  @Override
  public void note(String sentence) {
    notes.add(sentence);
  }

  public TableProfile finish() {
    List<ColumnProfile> columns = tallies.stream().map(this::profile).toList();
    return new TableProfile(records, columns, duplicates, copies(), notes);
  }

  private ColumnProfile profile(ColumnTally tally) {
    Map<String, Long> levels = new LinkedHashMap<>();
    tally.levels(List.of()).entrySet().stream()
        .limit(SHOWN_LEVELS)
        .forEach(entry -> levels.put(entry.getKey(), entry.getValue()));
    return new ColumnProfile(
        tally.name(),
        tally.records(),
        tally.count(CellForm.MISSING),
        tally.count(CellForm.NUMBER, CellForm.INFINITE),
        tally.count(CellForm.ISO_DAY, CellForm.OTHER_DAY),
        tally.count(CellForm.TEXT, CellForm.LIMIT, CellForm.MEASURED, CellForm.NO_VALUE),
        tally.distinct(),
        levels,
        tally.numbers().quantiles(),
        tally.numbers().histogram(),
        KindGuess.of(tally, smallestGroup, codes.of(tally.name())));
  }

  private List<TableProfile.Copies> copies() {
    List<TableProfile.Copies> copies = new ArrayList<>();
    Set<Integer> found = new HashSet<>();
    for (int i = 0; i < tallies.size(); i++) {
      for (int j = i + 1; j < tallies.size() && !found.contains(i); j++) {
        ColumnTally first = tallies.get(i);
        ColumnTally second = tallies.get(j);
        boolean isCopy = first.isCopy(second) && first.distinct() > 1;
        if (!found.contains(j) && (isCopy || first.isRecoded(second))) {
          found.add(j);
          copies.add(new TableProfile.Copies(first.name(), second.name(), !isCopy));
        }
      }
    }
    return copies;
  }
}
