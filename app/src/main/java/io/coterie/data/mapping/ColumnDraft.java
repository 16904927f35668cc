package io.coterie.data.mapping;

import io.coterie.EnumText;
import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.data.format.CsvTokens.Cell;
import io.coterie.data.mapping.ColumnMapping.SiteUnit;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Drafts how one column of a study is made of one of a site's. */
final class ColumnDraft {
  /** Stands where a person must decide. */
  static final String OPEN = "?";

  private static final List<String> DATES =
      List.of(
          "dd.MM.yyyy",
          "d.M.yyyy",
          "dd/MM/yyyy",
          "MM/dd/yyyy",
          "d/M/yyyy",
          "M/d/yyyy",
          "yyyy/MM/dd",
          "yyyyMMdd",
          "dd-MM-yyyy",
          "MM-dd-yyyy",
          "d-M-yyyy",
          "M-d-yyyy");

  /** Forms that few people use, taken only where no other fits. */
  private static final List<String> RARE_DATES = List.of("MM.dd.yyyy", "M.d.yyyy");

  /** What people write for a missing value, besides what always is. */
  private static final Set<String> MISSING =
      Set.of(
          "-",
          "--",
          ".",
          "unk",
          "unknown",
          "unbekannt",
          "inconnu",
          "desconocido",
          "nb",
          "ka",
          "keineangabe",
          "none",
          "missing",
          "fehlt",
          "nd",
          "notdone",
          "nichtbestimmt",
          "xx",
          "x");

  private final ColumnSpec spec;
  private final SourceLook.Column column;
  private final Cell cell = new Cell();
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Map<String, String> levels = new LinkedHashMap<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final List<String> reasons = new ArrayList<>();
  private double fit;
  private boolean isUnsure;

  /**
   * Drafts a column.
   *
   * @param column of the site
   */
  ColumnDraft(ColumnSpec spec, SourceLook.Column column) {
    this.spec = spec;
    this.column = column;
    if (!spec.kind().levels().isEmpty()) {
      draftLevels();
    } else if (spec.kind() instanceof ColumnKind.Date) {
      draftDate();
    } else if (spec.isOpen()) {
      draftOpenLevels();
    } else {
      draftNumber();
    }
  }

  /** Returns which share of what the site has is understood, 0 to 1. */
  double fit() {
    return fit;
  }

  /** Returns whether something was assumed that only a person can know. */
  boolean isUnsure() {
    return isUnsure;
  }

  List<String> reasons() {
    return reasons;
  }

  /** Returns keys and texts besides 'from'; {@link #OPEN} where a person must decide. */
  Map<String, String> values() {
    return values;
  }

  Map<String, String> levels() {
    return levels;
  }

  Set<String> missing() {
    return missing;
  }

  private boolean isUsuallyMissing(String text) {
    String word = Words.joined(text);
    return cell.read(text) == Cell.Content.MISSING
        || spec.missing().contains(text)
        || MISSING.contains(word.isEmpty() ? text : word);
  }

  private void draftLevels() {
    List<String> wanted = spec.kind().levels();
    Map<String, Integer> places = new LinkedHashMap<>();
    wanted.forEach(level -> places.put(level, places.size()));
    TextTable<Integer> known = new TextTable<>(places);
    List<String> open = new ArrayList<>();
    Set<Integer> seen = new LinkedHashSet<>();
    long understood = 0;
    for (String text : column.texts().keySet()) {
      Integer place = known.find(text, cell);
      if (place != null) {
        seen.add(place);
        understood += column.texts().get(text);
      } else if (cell.read(text) == Cell.Content.MISSING || spec.missing().contains(text)) {
        understood += column.texts().get(text);
      } else if (column.isOfFewTexts()) {
        open.add(text);
      }
    }
    List<String> unseen = new ArrayList<>(wanted);
    seen.forEach(place -> unseen.remove(wanted.get(place)));
    Map<String, String> same = LevelWords.propose(open, unseen);
    Map<String, String> counted = Map.of();
    if (!open.isEmpty() && same.isEmpty()) {
      counted =
          LevelWords.byOrder(
                  column.texts().keySet().stream().filter(t -> !isUsuallyMissing(t)).toList(),
                  wanted.stream().filter(level -> !level.equals(ColumnKind.OTHER)).toList())
              .orElse(Map.of());
    }
    if (!counted.isEmpty()) {
      boolean isInOrder = spec.kind() instanceof ColumnKind.Ordinal;
      // Codes of levels without an order can stand for any of them: nobody can see it here.
      counted.forEach((code, level) -> levels.put(code, isInOrder ? level : OPEN));
      reasons.add(
          isInOrder
              ? "the levels are numbered here, and taken in their order: look closely"
              : "the levels are numbered here, which does not show what a number means");
      isUnsure = true;
      fit = 0.6;
      return;
    }
    Map<String, String> shorter =
        LevelWords.shortened(
            open.stream().filter(text -> !same.containsKey(text)).toList(),
            unseen.stream().filter(level -> !same.containsValue(level)).toList());
    for (String text : open) {
      if (same.containsKey(text)) {
        levels.put(text, same.get(text));
        understood += column.texts().get(text);
      } else if (shorter.containsKey(text)) {
        levels.put(text, shorter.get(text));
        understood += column.texts().get(text);
        reasons.add("is '%s' short for '%s'?".formatted(text, shorter.get(text)));
        isUnsure = true;
      } else if (isUsuallyMissing(text)) {
        missing.add(text);
        understood += column.texts().get(text);
      } else {
        // Where levels of the study are not found here, a text may well be one of them.
        boolean mayBeKnown = unseen.stream().anyMatch(level -> !level.equals(ColumnKind.OTHER));
        levels.put(
            text, wanted.contains(ColumnKind.OTHER) && !mayBeKnown ? ColumnKind.OTHER : OPEN);
      }
    }
    fit = column.filled() == 0 ? 0 : (double) understood / column.filled();
    reasons.add(
        fit == 1
            ? "its texts are levels of the study"
            : "%.0f%% of its cells are levels of the study".formatted(100 * fit));
  }

  private void draftOpenLevels() {
    addMissing();
    fit = column.isOfFewTexts() ? 1 : 0;
    reasons.add(fit == 1 ? "its texts can be levels" : "it has too many texts for levels");
  }

  private void draftDate() {
    List<String> dates =
        column.texts().keySet().stream().filter(text -> !isUsuallyMissing(text)).toList();
    addMissing();
    if (dates.isEmpty()) {
      return;
    }
    if (dates.stream().allMatch(text -> text.matches("\\d{4}-\\d{2}-\\d{2}([T ].*)?"))) {
      fit = 1;
      reasons.add("it holds dates");
      return;
    }
    List<String> usual = DATES.stream().filter(form -> isForm(form, dates)).toList();
    List<String> fitting =
        usual.isEmpty() ? RARE_DATES.stream().filter(form -> isForm(form, dates)).toList() : usual;
    if (fitting.isEmpty()) {
      return;
    }
    fit = 1;
    boolean isClear = fitting.stream().allMatch(form -> sameOrder(form, fitting.get(0)));
    values.put("date", isClear ? fitting.get(0) : OPEN);
    reasons.add(
        isClear
            ? "it holds dates whose day and month can be distinguished"
            : "it holds dates of the form %s or %s"
                .formatted(
                    fitting.get(0),
                    fitting.stream()
                        .filter(form -> !sameOrder(form, fitting.get(0)))
                        .findFirst()
                        .orElseThrow()));
  }

  private static boolean sameOrder(String one, String other) {
    return (one.indexOf('d') < one.indexOf('M')) == (other.indexOf('d') < other.indexOf('M'));
  }

  private static boolean isForm(String form, List<String> dates) {
    try {
      for (String text : dates) {
        LocalDate.parse(text, DateReader.format(form));
      }
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private void addMissing() {
    for (String text : column.texts().keySet()) {
      if (cell.read(text) == Cell.Content.TEXT && isUsuallyMissing(text)) {
        missing.add(text);
      }
    }
  }

  private void draftNumber() {
    addMissing();
    CellCounts counts = new CellCounts();
    boolean hasComma = false;
    boolean hasLimit = false;
    long read = 0;
    for (Map.Entry<String, Long> entry : column.texts().entrySet()) {
      String text = entry.getKey();
      boolean isLimit = text.matches("[<>]=? ?[0-9.,]+");
      hasLimit |= isLimit;
      String plain = text.replaceFirst("^[<>]=? ?", "");
      if (plain.matches("-?[0-9]+,[0-9]+")) {
        hasComma = true;
        plain = plain.replace(',', '.');
      }
      if (cell.read(plain) == Cell.Content.NUMBER) {
        read += entry.getValue();
        for (long k = 0; k < Math.min(entry.getValue(), 100); k++) {
          counts.watchCell(
              cell.value(),
              spec.range().map(ColumnSpec.Range::lower).orElse(Double.NEGATIVE_INFINITY),
              spec.range().map(ColumnSpec.Range::upper).orElse(Double.POSITIVE_INFINITY));
        }
      } else if (isUsuallyMissing(text)) {
        read += entry.getValue();
      }
    }
    long looked = column.texts().values().stream().mapToLong(n -> n).sum();
    fit = looked == 0 ? 0 : (double) read / looked;
    if (hasComma) {
      values.put("decimal", ",");
      reasons.add("numbers have a decimal comma");
    }
    if (hasLimit) {
      values.put("below", OPEN);
      reasons.add("some values are below or above a limit, as <0.3: say half, limit or missing");
    }
    List<Finding> findings = Plausibility.of(spec, ColumnMapping.SAME, counts);
    findings.forEach(finding -> add(finding, counts));
    if (findings.isEmpty() && spec.range().isPresent() && fit > 0) {
      reasons.add("its values are in the range of the study");
    }
    askForUnitOfName();
  }

  /** A unit in the name is taken where the values speak for it, too; else a person is asked. */
  private void askForUnitOfName() {
    Optional<String> named = NameUnit.of(column.name).map(NameUnit::code);
    if (named.isEmpty() || named.equals(spec.unit())) {
      return;
    }
    Optional<UnitGuess> guess = named.flatMap(code -> UnitGuess.named(spec, code));
    if (guess.isEmpty()) {
      if (spec.unit().isEmpty()) {
        reasons.add("its name speaks of %s; the study names no unit: ask".formatted(named.get()));
        isUnsure = true;
      }
      return;
    }
    if (guess.get().words().equals(UnitGuess.NO_FACTOR)) {
      return; // the same unit in another spelling
    }
    boolean isConfirmed = named.get().equals(values.get("unit"));
    if (!isConfirmed) {
      values.put("unit", OPEN);
      guess
          .get()
          .substance()
          .ifPresentOrElse(
              known -> values.put("substance", EnumText.of(known)),
              () -> values.remove("substance"));
    }
    reasons.add(
        "its name speaks of %s, the study wants %s (%s)%s"
            .formatted(
                named.get(),
                spec.unit().orElseThrow(),
                guess.get().words(),
                isConfirmed
                    ? ""
                    : ": say \"%s\" if so, or \"%s\" if it is in that already"
                        .formatted(named.get(), spec.unit().orElseThrow())));
    isUnsure = true;
  }

  private void add(Finding finding, CellCounts counts) {
    if (finding.kind() == Finding.Kind.CODE) {
      missing.add(finding.detail().replaceFirst(" .*", ""));
      reasons.add("it holds what looks like a code for missing");
    } else if (finding.kind() == Finding.Kind.UNIT) {
      Optional<UnitGuess> guess = UnitGuess.of(spec, counts.values().sorted(), 0);
      if (spec.unit().isPresent() && guess.isPresent()) {
        SiteUnit unit = new SiteUnit(guess.get().site(), guess.get().substance());
        values.put("unit", unit.code());
        unit.substance().ifPresent(known -> values.put("substance", EnumText.of(known)));
        reasons.add(
            "its values fit if they are in %s (%s)".formatted(unit.code(), guess.get().words()));
      } else {
        reasons.add("it seems to be in another unit; the study names none");
      }
      isUnsure = true;
    } else {
      fit /= 2;
      reasons.add(finding.sentence());
      isUnsure = true;
    }
  }
}
