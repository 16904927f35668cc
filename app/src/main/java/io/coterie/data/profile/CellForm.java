package io.coterie.data.profile;

import io.coterie.data.format.CsvTokens.Cell;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the text of a cell looks like. */
enum CellForm {
  MISSING,
  NUMBER,
  INFINITE,
  /** A day as 2020-12-31, with or without a time. */
  ISO_DAY,
  /** Two numbers of at most two digits and a year, with dots, slashes or hyphens between. */
  OTHER_DAY,
  /** A number below or above a limit, as {@code <0.3}. */
  LIMIT,
  /** A number and a unit or a sign for percent. */
  MEASURED,
  /** A word that people write where they have no value. */
  NO_VALUE,
  TEXT;

  private static final Set<String> NO_VALUE_WORDS =
      Set.of(
          "unknown",
          "unk",
          "missing",
          "none",
          "not available",
          "not known",
          "not recorded",
          "not done",
          "not applicable",
          "n.a.",
          "n.a",
          "nd",
          "n/d",
          "n.d.",
          "nk",
          "n/k",
          "tba",
          "-",
          "--",
          "---",
          ".",
          "..",
          "k.a.",
          "k. a.",
          "ka",
          "keine angabe",
          "unbekannt",
          "inconnu",
          "nil",
          "blank",
          "#n/a",
          "#na",
          "#null!",
          "#value!",
          "#div/0!",
          "(null)",
          "<na>",
          "no data");

  private static final String DECIMAL = "[-+]?(?:[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+)";
  private static final Pattern ISO = Pattern.compile("([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ].*)?");
  static final Pattern DAY =
      Pattern.compile("([0-9]{1,2})([./-])([0-9]{1,2})\\2([0-9]{4}|[0-9]{2})(?: .*)?");
  private static final Pattern BOUND = Pattern.compile("(?:[<>≤≥]=?|~)\\s*" + DECIMAL);
  private static final Pattern UNIT =
      Pattern.compile(DECIMAL + "\\s*(?:%|[\\p{L}µ°][\\p{L}µ°/^0-9*·²³]{0,11})");
  private static final int LONGEST = 40;

  static CellForm of(String text, Cell cell) {
    Cell.Content content = cell.read(text);
    if (content != Cell.Content.TEXT) {
      return valueOf(content.name());
    }
    if (text.length() > LONGEST) {
      return TEXT;
    }
    char first = text.charAt(0);
    boolean beginsAsNumber = (first >= '0' && first <= '9') || "-+.,<>≤≥~".indexOf(first) >= 0;
    if (beginsAsNumber) {
      if (isIsoDay(text)) {
        return ISO_DAY;
      } else if (isOtherDay(text)) {
        return OTHER_DAY;
      } else if (BOUND.matcher(text).matches()) {
        return LIMIT;
      } else if (UNIT.matcher(text).matches()) {
        return MEASURED;
      }
    }
    return isNoValue(text) ? NO_VALUE : TEXT;
  }

  static boolean isNoValue(String text) {
    return NO_VALUE_WORDS.contains(text.toLowerCase(Locale.ROOT));
  }

  private static boolean isIsoDay(String text) {
    Matcher iso = ISO.matcher(text);
    if (!iso.matches()) {
      return false;
    }
    try {
      LocalDate.parse(iso.group(1));
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isOtherDay(String text) {
    Matcher day = DAY.matcher(text);
    if (!day.matches()) {
      return false;
    }
    int first = Integer.parseInt(day.group(1));
    int second = Integer.parseInt(day.group(3));
    return Math.min(first, second) >= 1
        && Math.min(first, second) <= 12
        && Math.max(first, second) <= 31;
  }
}
