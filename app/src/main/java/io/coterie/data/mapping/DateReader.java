package io.coterie.data.mapping;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/** Reads what counts of a site's dates. */
final class DateReader implements Serializable {
  private static final double DAYS_OF_YEAR = 365.25;
  private static final int LENGTH_OF_DAY = 10;

  private final Part part;
  private final LocalDate reference;
  private final String pattern;
  private transient DateTimeFormatter format;

  DateReader(ColumnKind.Date kind, Optional<String> pattern) {
    part = kind.part();
    reference = kind.from();
    this.pattern = pattern.orElse("");
  }

  /** Returns a format of dates, or throws IllegalArgumentException. */
  static DateTimeFormatter format(String pattern) {
    // The year of an era, which y stands for, would need the era.
    return DateTimeFormatter.ofPattern(pattern.replace('y', 'u'), Locale.ROOT)
        .withResolverStyle(ResolverStyle.STRICT);
  }

  /** Returns what counts of a date; NaN where the text is none. */
  double read(String text, boolean isOwn) {
    try {
      LocalDate day = isOwn && !pattern.isEmpty() ? own(text) : standard(text);
      return switch (part) {
        case DAYS -> ChronoUnit.DAYS.between(reference, day);
        case AGE -> ChronoUnit.DAYS.between(day, reference) / DAYS_OF_YEAR;
        case YEAR -> day.getYear();
        case MONTH -> day.getMonthValue();
        case WEEKDAY -> day.getDayOfWeek().getValue();
      };
    } catch (DateTimeException e) {
      return Double.NaN;
    }
  }

  private LocalDate own(String text) {
    if (format == null) {
      format = format(pattern);
    }
    return LocalDate.parse(text, format);
  }

  /** Reads a day of ISO 8601; what follows it is a time. */
  private static LocalDate standard(String text) {
    boolean hasTime =
        text.length() > LENGTH_OF_DAY
            && (text.charAt(LENGTH_OF_DAY) == 'T' || text.charAt(LENGTH_OF_DAY) == ' ');
    return LocalDate.parse(hasTime ? text.substring(0, LENGTH_OF_DAY) : text);
  }
}
