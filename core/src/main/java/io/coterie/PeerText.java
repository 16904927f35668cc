package io.coterie;

import java.util.regex.Pattern;

/**
 * Text that another party wrote, made safe to show. Terminals obey control sequences, and
 * characters that are not visible can reorder or hide what is around them, so neither reaches a
 * terminal, a log or a page.
 */
public final class PeerText {
  /** Characters of what a peer says beside a name: what it does, or why it declined. */
  public static final int REMARK = 200;

  /** Characters of what a peer gives as a reason. */
  public static final int REASON = 1_000;

  /** Characters of a name or a version. */
  public static final int NAME = 60;

  /** Of the text, only so many times the limit are looked at: a peer can send megabytes. */
  private static final int LOOK = 4;

  private static final String CUT = "...";

  /**
   * ECMA-48: a control sequence, a control string with its end, or another escape sequence. The
   * quantifiers are possessive, so no text makes the search go back.
   */
  private static final Pattern SEQUENCE =
      Pattern.compile(
          "(?:\u001b\\[|\u009b)[0-?]*+[ -/]*+[@-~]?+"
              + "|(?:\u001b[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*+"
              + "(?:\u0007|\u001b\\\\|\u009c)"
              + "|\u001b[ -/]*+[0-~]");

  private PeerText() {}

  /** Returns a reason as one line. */
  public static String reason(String text) {
    return line(text, REASON);
  }

  /** Returns one line of at most so many characters, all of them visible or a space. */
  public static String line(String text, int most) {
    String start = text.length() > LOOK * most ? text.substring(0, LOOK * most) : text;
    String line = withoutControls(start, false);
    if (line.length() <= most && start.length() == text.length()) {
      return line;
    }
    int end = Math.min(line.length(), most - CUT.length());
    boolean isInPair = end > 0 && end < line.length() && Character.isLowSurrogate(line.charAt(end));
    return line.substring(0, isInPair ? end - 1 : end) + CUT;
  }

  /** Returns one line of ASCII: letters of other scripts can look like those of a name. */
  public static String ascii(String text, int most) {
    return line(text, most).replaceAll("[^ -~]", "?");
  }

  /** Returns lines of any length, each without anything that a screen would obey. */
  public static String lines(String text) {
    return withoutControls(text, true);
  }

  private static String withoutControls(String text, boolean keepsLines) {
    if (text.codePoints().allMatch(character -> isKept(character, keepsLines))) {
      return text;
    }
    StringBuilder clean = new StringBuilder(text.length());
    SEQUENCE
        .matcher(text)
        .replaceAll("")
        .codePoints()
        .map(character -> isKept(character, keepsLines) ? character : ' ')
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static boolean isKept(int character, boolean keepsLines) {
    return isVisible(character) || (keepsLines && character == '\n');
  }

  /** Returns JSON in which whatever is not visible is written by its number. */
  public static String escaped(String json) {
    if (json.codePoints().allMatch(character -> isKept(character, true))) {
      return json;
    }
    StringBuilder clean = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            character -> {
              if (isKept(character, true)) {
                clean.appendCodePoint(character);
              } else {
                for (char half : Character.toChars(character)) {
                  clean.append("\\u%04x".formatted((int) half));
                }
              }
            });
    return clean.toString();
  }

  /** Returns whether a screen shows a character, or a space for it, and does nothing else. */
  public static boolean isVisible(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT, // with all controls of writing direction
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.PRIVATE_USE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
