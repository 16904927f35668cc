package io.coterie.report.profile;

import io.coterie.report.profile.FederatedProfile.Cell;
import io.coterie.report.profile.FederatedProfile.Column;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A profile for a terminal: one line a column. */
public record ProfileText(FederatedProfile profile) {
  private static final String BARS = "▁▂▃▄▅▆▇█";
  private static final char NOT_TOLD = '·';
  private static final int SHOWN_LEVELS = 6;

  public void say(Console console) {
    Table facts = Table.ofFacts();
    facts.row("profile", "%s, of all sites".formatted(profile.study()));
    facts.row(
        "records",
        "%s, rounded to multiples of %d".formatted(words(profile.records()), profile.roundedTo()));
    facts.row(
        "not told",
        "what fewer than %d records have, and what would tell it by subtraction: -"
            .formatted(profile.smallestGroup()));
    console.say(facts, "");
    Table table = Table.withHeader(List.of("column", "kind", "missing", "values"));
    for (Column column : profile.columns()) {
      table.row(
          column.name(),
          column.kind(),
          share(column.missing()),
          column.isAgreed() || !isOfNumbers(column) ? levels(column) : histogram(column));
    }
    console.say(table, "");
  }

  private String words(Optional<Long> count) {
    return count.map(known -> Long.toString(known)).orElse("not told");
  }

  private String share(Optional<Long> count) {
    return profile.share(count).map(share -> "%.0f %%".formatted(100 * share)).orElse("-");
  }

  private static boolean isOfNumbers(Column column) {
    return column.kind().equals("number") || column.kind().equals("date");
  }

  private String levels(Column column) {
    List<String> parts = new ArrayList<>();
    for (Cell cell : column.cells()) {
      if (cell.records().isPresent() || column.cells().size() <= SHOWN_LEVELS) {
        parts.add("%s %s".formatted(cell.name(), share(cell.records())));
      }
    }
    int more = parts.size() - SHOWN_LEVELS;
    return parts.stream().limit(SHOWN_LEVELS).collect(Collectors.joining(", "))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }

  /** The first two cells are what is outside the range. */
  private String histogram(Column column) {
    List<Cell> cells = column.cells();
    if (cells.size() < 3) {
      return "no range is stated";
    }
    List<Cell> bins = cells.subList(2, cells.size());
    long largest = bins.stream().mapToLong(bin -> bin.records().orElse(0L)).max().orElse(0);
    StringBuilder bars = new StringBuilder();
    for (Cell bin : bins) {
      long records = bin.records().orElse(0L);
      bars.append(
          bin.records().isEmpty() || largest == 0
              ? NOT_TOLD
              : BARS.charAt((int) Math.min(BARS.length() - 1L, records * BARS.length() / largest)));
    }
    for (Cell outside : cells.subList(0, 2)) {
      outside
          .records()
          .filter(records -> records > 0)
          .ifPresent(
              records ->
                  bars.append("  %s: %s".formatted(outside.name(), share(outside.records()))));
    }
    return bars.toString();
  }
}
