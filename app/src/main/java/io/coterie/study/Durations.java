package io.coterie.study;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as a study file writes them: a whole number and s, m or h. */
public final class Durations {
  public static final Duration LONGEST = Duration.ofDays(366);

  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})([smh])");

  private Durations() {}

  public static Optional<Duration> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    long count = Long.parseLong(form.group(1));
    Duration time =
        switch (form.group(2)) {
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          default -> Duration.ofHours(count);
        };
    return Optional.of(time).filter(Durations::isValid);
  }

  static boolean isValid(Duration time) {
    return time.toSeconds() >= 1
        && time.equals(time.truncatedTo(ChronoUnit.SECONDS))
        && time.compareTo(LONGEST) <= 0;
  }

  /** Returns the time in the largest unit that divides it. */
  public static String text(Duration time) {
    long seconds = time.toSeconds();
    if (seconds % 3600 == 0) {
      return seconds / 3600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
