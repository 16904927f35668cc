package io.coterie.terminal;

import io.coterie.PeerText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Colours, where there is a screen to show them. */
public enum Ansi {
  BOLD("1"),
  DIM("2"),
  RED("31"),
  GREEN("32"),
  YELLOW("33");

  static final String CLEAR_SCREEN = "\u001b[H\u001b[2J";

  private static final Pattern PAINT =
      Pattern.compile(
          Stream.of(values())
              .map(each -> each.code)
              .collect(Collectors.joining("|", "\u001b\\[(?:0|", ")m")));

  private final String code;

  Ansi(String code) {
    this.code = code;
  }

  public String on(String text, boolean enabled) {
    return enabled && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /**
   * Returns text without what a terminal obeys, but for the colours above where they are enabled.
   */
  static String clean(String text, boolean enabled) {
    if (!enabled) {
      return PeerText.lines(text);
    }
    StringBuilder clean = new StringBuilder();
    Matcher paint = PAINT.matcher(text);
    int from = 0;
    while (paint.find()) {
      clean.append(PeerText.lines(text.substring(from, paint.start()))).append(paint.group());
      from = paint.end();
    }
    return clean.append(PeerText.lines(text.substring(from))).toString();
  }
}
