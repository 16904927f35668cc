package io.coterie.data.profile;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnProfile.Draft;
import io.coterie.data.column.ColumnProfile.Finding;
import io.coterie.data.column.ColumnProfile.Role;
import io.coterie.data.column.ColumnSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Guesses from its cells what a column holds. What is suspicious becomes a question; nothing is
 * decided that a person would have to know.
 *
 * <p>Runs once.
 */
final class KindGuess {
  /** Above it a column says little about most records. */
  private static final double MOSTLY_MISSING = .6;

  private static final double NEARLY_ALL = .95;
  private static final int FEWEST_FOR_UNIQUE = 20;
  private static final int FEW_LEVELS = 50;
  private static final int MOST_CODES = 50;
  private static final int FEW_NUMBERS = 7;
  private static final int DIGITS_OF_ID = 5;
  private static final double LONG_TEXT = 25;
  private static final double MANY_WORDS = 3;

  private final ColumnTally tally;
  private final int smallestGroup;
  private final Set<String> missing;
  private final ColumnNameHints hints;
  private final List<Finding> findings = new ArrayList<>();

  private KindGuess(ColumnTally tally, int smallestGroup, Set<String> missing) {
    this.tally = tally;
    this.smallestGroup = smallestGroup;
    this.missing = missing;
    hints = ColumnNameHints.of(tally.name());
  }

  /**
   * Returns what a column seems to be.
   *
   * @param smallestGroup how many records a level must have to be named
   * @param missing codes for missing values that somebody stated, which the tally left out
   */
  static Draft of(ColumnTally tally, int smallestGroup, Set<String> missing) {
    return new KindGuess(tally, smallestGroup, missing).draft();
  }

  private Draft draft() {
    long present = tally.present();
    if (present == 0) {
      return none("no record has a value");
    }
    if (tally.distinct() == 1) {
      return none("all values are the same");
    }
    Optional<Draft> id = id();
    if (id.isPresent()) {
      return id.get();
    }
    Draft draft = kind(present);
    if (present >= (1 - MOSTLY_MISSING) * tally.records()) {
      return draft;
    }
    List<String> answers = new ArrayList<>(List.of(ignore()));
    draft.spec().ifPresent(spec -> answers.add(kind(spec.kind().word())));
    findings.add(
        0,
        new Finding(
            true,
            "More than 60 % of its values are missing, so it says nothing of most records.",
            0,
            "%d of %d".formatted(tally.records() - present, tally.records()),
            answers));
    return new Draft(draft.role(), draft.spec(), draft.why(), draft.isSure(), findings);
  }

  private Draft kind(long present) {
    long numbers = tally.count(CellForm.NUMBER);
    if (tally.count(CellForm.ISO_DAY) == present) {
      return feature(new ColumnKind.Date(Part.DAYS, Optional.empty()), "dates as 2020-12-31", true);
    }
    if (tally.count(CellForm.ISO_DAY, CellForm.OTHER_DAY) >= NEARLY_ALL * present) {
      return day();
    }
    if (numbers + tally.count(CellForm.INFINITE) == present) {
      return number();
    }
    long strange = tally.count(CellForm.LIMIT, CellForm.MEASURED, CellForm.NO_VALUE);
    if (2 * numbers >= present
        || (numbers + strange >= NEARLY_ALL * present
            && tally.count(CellForm.LIMIT, CellForm.MEASURED) > 0
            && tally.distinct() > FEW_NUMBERS)) {
      return numberWithTexts(present);
    }
    return levels(present);
  }

  private Optional<Draft> id() {
    long numbers = tally.count(CellForm.NUMBER);
    boolean areNumbers = 2 * numbers >= tally.present();
    boolean couldBe =
        areNumbers
            ? tally.numbers().areWhole() && numbers >= NEARLY_ALL * tally.present()
            : tally.count(CellForm.TEXT, CellForm.NUMBER) >= NEARLY_ALL * tally.present();
    double uniqueness = tally.uniqueness();
    boolean isNamed = hints.isId() && (uniqueness >= .5 || tally.distinct() > FEW_LEVELS);
    boolean isLikelyNamed = hints.mayBeId() && uniqueness >= NEARLY_ALL;
    boolean isUnique = uniqueness == 1 && tally.present() >= FEWEST_FOR_UNIQUE;
    boolean isSortOfId =
        areNumbers
            ? tally.isSequence() || tally.isOfOneLength(DIGITS_OF_ID) || tally.hasLeadingZeros()
            : tally.meanLength() < LONG_TEXT && tally.meanWords() < MANY_WORDS;
    if (!couldBe || !(isNamed || isLikelyNamed || (isUnique && isSortOfId))) {
      return Optional.empty();
    }
    boolean isSure = isNamed || isLikelyNamed;
    String why =
        isSure
            ? "its name and its values are those of an id"
            : "every record has another value, as ids have";
    List<String> answers = new ArrayList<>(List.of("--id " + argument(tally.name()), ignore()));
    if (areNumbers) {
      answers.add(kind("number"));
    }
    findings.add(
        new Finding(
            true,
            "It looks like an id, which says nothing about groups.",
            0,
            "%s%d different values"
                .formatted(tally.isCounted() ? "" : "at least ", tally.distinct()),
            answers));
    return Optional.of(new Draft(Role.ID, Optional.empty(), why, isSure, findings));
  }

  /** Dates in a form of the site's own are a feature of a study, where a mapping names the form. */
  private Draft day() {
    DayForms days = tally.days();
    String order = days.order();
    boolean isOneForm =
        tally.count(CellForm.OTHER_DAY, CellForm.NO_VALUE) == tally.present()
            && days.form().isPresent();
    question(
        isOneForm
            ? "It holds dates that are not written as 2020-12-31, %s. Write them so; in a study, a mapping names their form."
                .formatted(order)
            : "It holds dates in several forms, or with years of two digits or times, %s. Write all as 2020-12-31."
                .formatted(order),
        days.form().filter(form -> isOneForm).orElse(""),
        ignore());
    boolean isSure = isOneForm && days.isOrderKnown();
    return isOneForm
        ? new Draft(
            Role.MAPPED,
            Optional.of(
                ColumnSpec.of(tally.name(), new ColumnKind.Date(Part.DAYS, Optional.empty()))),
            "dates " + order,
            isSure,
            findings)
        : new Draft(Role.IGNORE, Optional.empty(), "dates " + order, isSure, findings);
  }

  private Draft number() {
    NumberTally numbers = tally.numbers();
    List<Double> strangers = numbers.strangers();
    for (double code : strangers) {
      String text = Long.toString((long) code);
      question(
          "It has a number far from all others that is a usual code for a missing value. Is it one, or"
              + " an amount?",
          "%s in %d of %d".formatted(text, numbers.countOf(code), tally.present()),
          "--missing-code " + argument(tally.name() + "=" + text),
          kind("number"));
    }
    if (tally.hasLeadingZeros()) {
      question(
          "Its numbers have zeros in front, as codes have. Codes are a category, amounts a number.",
          "",
          kind("category"),
          kind("number"));
      return feature(new ColumnKind.Numeric(false), "numbers, perhaps codes", false);
    }
    if (tally.distinct() == 2 && tally.isCounted() && strangers.isEmpty()) {
      Optional<ColumnKind> two = LevelDraft.of(tally.levels(List.of()), smallestGroup).unordered();
      if (two.isPresent()) {
        return feature(two.get(), "two different numbers", true);
      }
    }
    boolean areFew = tally.isCounted() && numbers.areWhole();
    if (areFew && tally.distinct() <= MOST_CODES && hints.isNominal()) {
      question(
          "Its name and its few whole numbers are those of codes without an order. Codes are a"
              + " category, amounts a number.",
          tally.distinct() + " different numbers",
          kind("category"),
          kind("number"));
      return feature(new ColumnKind.Numeric(false), "whole numbers, perhaps codes", false);
    }
    if (areFew && tally.distinct() <= FEW_NUMBERS && tally.present() >= FEWEST_FOR_UNIQUE) {
      remark(
          "It has few different whole numbers, which count by their size. If they are codes without an"
              + " order, it is a category.",
          tally.distinct() + " different numbers",
          kind("category"));
      return feature(new ColumnKind.Numeric(false), "few different whole numbers", false);
    }
    new NumberOddities(numbers, strangers)
        .remark(this::remark, kind("log"), "--missing-code " + argument(tally.name() + "=0"));
    return feature(
        new ColumnKind.Numeric(false),
        numbers.areWhole() ? "whole numbers" : "numbers with decimals",
        true);
  }

  private Draft numberWithTexts(long present) {
    for (Map.Entry<String, Long> word : tally.wordsForNone().entrySet()) {
      question(
          "Among its numbers is a word that people write where there is no value.",
          "%s in %d of %d".formatted(word.getKey(), word.getValue(), present),
          "--missing-code " + argument(tally.name() + "=" + word.getKey()),
          ignore());
    }
    textQuestion(
        CellForm.LIMIT,
        "Some values are only known to be below or above a limit, as <0.3. Write half the limit,"
            + " leave the cell empty, or say in a mapping what they count as.");
    textQuestion(
        CellForm.MEASURED,
        "Some cells hold a unit or % beside the number. Write numbers only, all in one unit.");
    textQuestion(
        CellForm.ISO_DAY, "Among its numbers are dates. Correct them, or leave the cell empty.");
    textQuestion(
        CellForm.OTHER_DAY, "Among its numbers are dates. Correct them, or leave the cell empty.");
    if (tally.count(CellForm.TEXT) > 0) {
      boolean isCategory = tally.isCounted() && tally.distinct() <= FEW_LEVELS;
      findings.add(
          Finding.question(
                  "It holds numbers, but text in some cells. Is the text a code for a missing value?",
                  "%d of %d".formatted(tally.count(CellForm.TEXT), present),
                  isCategory
                      ? new String[] {kind("category"), codeForText(), ignore()}
                      : new String[] {codeForText(), ignore()})
              .inLine(tally.firstLine(CellForm.TEXT)));
    }
    return feature(new ColumnKind.Numeric(false), "numbers, with text in some cells", false);
  }

  private void textQuestion(CellForm form, String what) {
    if (tally.count(form) > 0) {
      findings.add(
          Finding.question(what, "%d of %d".formatted(tally.count(form), tally.present()), ignore())
              .inLine(tally.firstLine(form)));
    }
  }

  private Draft levels(long present) {
    LevelDraft levels = LevelDraft.of(tally.levels(List.of()), smallestGroup);
    boolean isFew = tally.isCounted() && tally.distinct() <= FEW_LEVELS;
    if (!isFew && 2 * levels.covered() < present) {
      boolean isFree = tally.meanLength() >= LONG_TEXT || tally.meanWords() >= MANY_WORDS;
      question(
          isFree
              ? "It holds free text, which is not clustered. What matters in it belongs into columns of"
                  + " its own."
              : "It has very many different texts, few of them frequent: is it an id, a free text or a"
                  + " category?",
          "%s%d different texts".formatted(tally.isCounted() ? "" : "at least ", tally.distinct()),
          isFree
              ? new String[] {ignore()}
              : new String[] {ignore(), "--id " + argument(tally.name()), kind("category")});
      return new Draft(
          Role.TEXT, Optional.empty(), isFree ? "free text" : "many texts", isFree, findings);
    }
    if (tally.wordsForNone().size() > 0) {
      remark(
          "One of its levels may stand for no value; if so, it is a code for missing.",
          String.join(", ", tally.wordsForNone().keySet()),
          "--missing-code "
              + argument(tally.name() + "=" + tally.wordsForNone().keySet().iterator().next()));
    }
    if (levels.differInCase()) {
      remark("Some of its levels differ only in capital letters and count as one.", "");
    }
    boolean isOrdinal = levels.isOrdered() && levels.named().size() > 2;
    if (levels.rest() > 0) {
      remark(
          "Some of its levels have fewer than %d records; they count as %s."
              .formatted(smallestGroup, isOrdinal ? "missing" : "'" + ColumnKind.OTHER + "'"),
          levels.rest() + (levels.rest() == 1 ? " level" : " levels"));
    }
    if (isOrdinal) {
      remark(
          "Its levels seem to have an order.",
          String.join(" < ", levels.named()),
          kind("category"));
      return feature(new ColumnKind.Ordinal(levels.named()), "levels that have an order", false);
    }
    return levels
        .unordered()
        .map(
            kind ->
                feature(
                    kind,
                    tally.distinct() == 2 ? "two different texts" : "few different texts",
                    isFew))
        .orElseGet(() -> none("no level that %d records have".formatted(smallestGroup)));
  }

  private Draft feature(ColumnKind kind, String why, boolean isSure) {
    ColumnSpec plain = ColumnSpec.of(tally.name(), kind);
    ColumnSpec spec =
        new ColumnSpec(
            plain.name(),
            kind,
            plain.unit(),
            plain.range(),
            plain.decimals(),
            missing,
            plain.absence());
    boolean isCertain = isSure && findings.stream().noneMatch(Finding::isQuestion);
    return new Draft(Role.FEATURE, Optional.of(spec), why, isCertain, findings);
  }

  private Draft none(String why) {
    return new Draft(Role.IGNORE, Optional.empty(), why, true, findings);
  }

  private void question(String what, String detail, String... answers) {
    findings.add(Finding.question(what, detail, answers));
  }

  private void remark(String what, String detail, String... answers) {
    findings.add(Finding.remark(what, detail, answers));
  }

  private String ignore() {
    return "--ignore " + argument(tally.name());
  }

  private String kind(String word) {
    return "--kind " + argument(tally.name() + "=" + word);
  }

  private String codeForText() {
    return "--missing-code " + argument(tally.name() + "=TEXT");
  }

  /** Returns a word as a shell takes it. */
  static String argument(String text) {
    return text.matches("[A-Za-z0-9_.,:/=+@%-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
