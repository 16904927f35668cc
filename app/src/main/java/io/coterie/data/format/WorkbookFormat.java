package io.coterie.data.format;

import java.time.LocalDate;
import java.util.Locale;

/** What the number format of a workbook's cell makes of its number. */
enum WorkbookFormat {
  NUMBER,
  /** A day, with a time where the number has one. */
  DATE,
  /** A time of day or a span of time. */
  TIME;

  private static final LocalDate FIRST_1900 = LocalDate.of(1899, 12, 31);
  private static final LocalDate FIRST_1904 = LocalDate.of(1904, 1, 1);
  private static final long SECONDS = 86_400;
  private static final int LAST_DAY = 2_958_465; // 9999-12-31

  /**
   * Returns what a format is.
   *
   * @param id below 164 for those that every workbook knows (ECMA-376, 18.8.30)
   * @param code how the workbook writes it; null for those
   */
  static WorkbookFormat of(int id, String code) {
    if (code == null) {
      boolean isDate =
          (id >= 14 && id <= 17)
              || id == 22
              || (id >= 27 && id <= 31)
              || (id >= 34 && id <= 36)
              || (id >= 50 && id <= 58);
      boolean isTime = (id >= 18 && id <= 21) || (id >= 45 && id <= 47) || id == 32 || id == 33;
      return isDate ? DATE : isTime ? TIME : NUMBER;
    }
    String lower = code.toLowerCase(Locale.ROOT);
    boolean isSpan = lower.matches("(?s).*\\[(h+|m+|s+)\\].*");
    String letters =
        lower
            .replaceAll("\"[^\"]*\"?", "")
            .replaceAll("[\\\\_*].", "")
            .replaceAll("\\[[^\\]]*\\]?", "")
            .replaceFirst(";.*", "");
    if (letters.contains("general") || letters.contains("standard")) {
      return NUMBER;
    }
    boolean hasDay = letters.matches("(?s).*[yd].*");
    boolean hasTime = isSpan || letters.matches("(?s).*[hs].*");
    if (!hasDay && hasTime) {
      return TIME;
    }
    return hasDay || letters.contains("m") ? DATE : NUMBER;
  }

  /**
   * Returns a cell's number as text, dates as ISO 8601 has them; null if it is no day that there
   * was.
   */
  String text(double value, boolean isFrom1904) {
    if (this == NUMBER) {
      boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
      return isWhole ? Long.toString((long) value) : Double.toString(value);
    }
    if (!(value >= 0 && value <= LAST_DAY)) {
      return null;
    }
    long days = (long) Math.floor(value);
    long second = Math.round((value - days) * SECONDS);
    if (second == SECONDS) {
      days++;
      second = 0;
    }
    if (this == TIME) {
      return clock(days * 24 + second / 3600, second);
    }
    // The first workbooks took 1900 for a leap year: day 60 never was.
    if (!isFrom1904 && (days == 60 || days == 0)) {
      return days == 0 && second > 0 ? clock(second / 3600, second) : null;
    }
    LocalDate day =
        isFrom1904 ? FIRST_1904.plusDays(days) : FIRST_1900.plusDays(days > 60 ? days - 1 : days);
    return second == 0 ? day.toString() : day + "T" + clock(second / 3600, second);
  }

  private static String clock(long hours, long second) {
    return String.format(Locale.ROOT, "%02d:%02d:%02d", hours, second / 60 % 60, second % 60);
  }
}
