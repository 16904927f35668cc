package io.coterie.terminal;

import java.util.Collections;
import java.util.List;

/** Numbers as small bars in a line of text, the tallest for the most; for screens alone. */
public final class Sparkline {
  private static final String MARKS = "▁▂▃▄▅▆▇█";

  /** Of more numbers than this the last are shown. */
  private static final int MOST = 40;

  private Sparkline() {}

  public static String of(List<Long> numbers) {
    List<Long> last = numbers.subList(Math.max(0, numbers.size() - MOST), numbers.size());
    long most = last.isEmpty() ? 1 : Math.max(1, Collections.max(last));
    StringBuilder marks = new StringBuilder();
    last.forEach(
        number ->
            marks.append(MARKS.charAt((int) Math.round((MARKS.length() - 1.0) * number / most))));
    return marks.toString();
  }
}
