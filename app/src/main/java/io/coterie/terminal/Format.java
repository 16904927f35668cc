package io.coterie.terminal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as people read them. */
public final class Format {
  private static final int LINE = 96;

  private static final String BARS = "▁▂▃▄▅▆▇█";

  /** Of more numbers than this the last are shown. */
  private static final int MOST_BARS = 40;

  private Format() {}

  public static String bytes(long bytes) {
    if (bytes < 1000) {
      return bytes + " bytes";
    }
    double amount = bytes / 1000.0;
    String[] units = {"KB", "MB", "GB"};
    int unit = 0;
    while (amount >= 999.95 && unit < units.length - 1) {
      amount /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", amount, units[unit]);
  }

  public static String seconds(double seconds) {
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    return "%d min %02d s".formatted((long) seconds / 60, (long) seconds % 60);
  }

  /** Returns a time in its two largest units. */
  public static String time(Duration time) {
    long seconds = time.toSeconds();
    if (seconds < 60) {
      return seconds + " s";
    } else if (seconds < 3600) {
      return "%d min %02d s".formatted(seconds / 60, seconds % 60);
    }
    return "%d h %02d min".formatted(seconds / 3600, seconds / 60 % 60);
  }

  public static String score(double score) {
    return String.format(Locale.ROOT, "%.4f", score);
  }

  public static String score(OptionalDouble score) {
    return score.isPresent() ? score(score.getAsDouble()) : "-";
  }

  /** Returns "1 record" or "2 records". */
  public static String count(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  /** Returns small bars, the tallest for the most; for screens alone. */
  public static String bars(List<Long> numbers) {
    List<Long> last = numbers.subList(Math.max(0, numbers.size() - MOST_BARS), numbers.size());
    long most = last.isEmpty() ? 1 : Math.max(1, Collections.max(last));
    StringBuilder marks = new StringBuilder();
    last.forEach(
        number ->
            marks.append(BARS.charAt((int) Math.round((BARS.length() - 1.0) * number / most))));
    return marks.toString();
  }

  /** Returns a paragraph in lines as long as the help of the commands has. */
  public static String[] wrapped(String paragraph) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : paragraph.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > LINE) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() > 0 ? " " : "").append(word);
    }
    lines.add(line.toString());
    return lines.toArray(String[]::new);
  }
}
