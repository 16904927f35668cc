package io.coterie.data.profile;

import java.util.Optional;
import java.util.regex.Matcher;

/**
 * How the days of a column are written that are not written as 2020-12-31.
 *
 * <p>Not thread-safe.
 */
final class DayForms {
  private static final int LAST_MONTH = 12;

  private long dayFirst;
  private long monthFirst;
  private boolean hasSmallParts;

  /**
   * Whether some have a year of two digits or a time, which the form of a mapping does not have.
   */
  private boolean isOfMore;

  private String separator = "";
  private boolean isOfManySeparators;

  void add(String text) {
    Matcher day = CellForm.DAY.matcher(text);
    if (!day.matches()) {
      return;
    }
    dayFirst += Integer.parseInt(day.group(1)) > LAST_MONTH ? 1 : 0;
    monthFirst += Integer.parseInt(day.group(3)) > LAST_MONTH ? 1 : 0;
    hasSmallParts |= day.group(1).length() < 2 || day.group(3).length() < 2;
    isOfMore |= day.group(4).length() < 4 || day.end(4) < text.length();
    isOfManySeparators |= !separator.isEmpty() && !separator.equals(day.group(2));
    separator = day.group(2);
  }

  private boolean isMixed() {
    return dayFirst > 0 && monthFirst > 0;
  }

  /** Returns whether values show which number is the day. */
  boolean isOrderKnown() {
    return !isMixed() && dayFirst + monthFirst > 0;
  }

  /** Returns in words which number is the day. */
  String order() {
    return isMixed()
        ? "some with the day and some with the month first"
        : dayFirst > 0
            ? "with the day first"
            : monthFirst > 0
                ? "with the month first"
                : "with the day or the month first, which no value shows";
  }

  /**
   * Returns the one form of all of them, as a mapping names it; with the day first where no value
   * shows it, and nothing where they have several forms or one that a mapping does not have.
   */
  Optional<String> form() {
    if (isMixed() || isOfMore || isOfManySeparators || separator.isEmpty()) {
      return Optional.empty();
    }
    String day = hasSmallParts ? "d" : "dd";
    String month = hasSmallParts ? "M" : "MM";
    boolean isMonthFirst = monthFirst > 0;
    return Optional.of(
        (isMonthFirst ? month : day)
            + separator
            + (isMonthFirst ? day : month)
            + separator
            + "yyyy");
  }
}
