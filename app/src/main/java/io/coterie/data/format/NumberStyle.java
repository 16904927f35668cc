package io.coterie.data.format;

/**
 * How a file writes numbers.
 *
 * @param decimal the sign before decimals
 * @param thousands the sign between groups of three digits: a blank stands for any space, an
 *     apostrophe for any apostrophe, {@link #NONE} for no sign
 */
record NumberStyle(char decimal, char thousands) {
  static final char NONE = 0;

  /** As programs write numbers. */
  static final NumberStyle PLAIN = new NumberStyle('.', NONE);

  boolean isPlain() {
    return equals(PLAIN);
  }

  /**
   * Returns a number as programs write it, or null if the text is no number in this style. What has
   * no sign but digits stays as it is.
   */
  String canonical(String text) {
    int end = exponentAt(text);
    int at = text.isEmpty() || !isSign(text.charAt(0)) ? 0 : 1;
    StringBuilder plain = new StringBuilder(text.length()).append(text, 0, at);
    int digits = 0;
    int inGroup = 0;
    boolean isGrouped = false;
    boolean isPointSeen = false;
    for (; at < end; at++) {
      char symbol = text.charAt(at);
      if (isDigit(symbol)) {
        plain.append(symbol);
        digits++;
        inGroup++;
      } else if (symbol == decimal && !isPointSeen) {
        if (isGrouped && inGroup != 3) {
          return null;
        }
        isPointSeen = true;
        plain.append('.');
      } else if (thousands != NONE && kind(symbol) == thousands && !isPointSeen) {
        boolean fits = isGrouped ? inGroup == 3 : inGroup >= 1 && inGroup <= 3;
        if (!fits || (!isGrouped && plain.charAt(plain.length() - inGroup) == '0')) {
          return null;
        }
        isGrouped = true;
        inGroup = 0;
      } else {
        return null;
      }
    }
    if (digits == 0 || (isGrouped && !isPointSeen && inGroup != 3)) {
      return null;
    }
    return plain.append(text, end, text.length()).toString();
  }

  /** Returns where an exponent begins that fills the rest of a text; else the text's length. */
  static int exponentAt(String text) {
    int at = Math.max(text.lastIndexOf('e'), text.lastIndexOf('E'));
    if (at < 0) {
      return text.length();
    }
    int first = at + 1 < text.length() && isSign(text.charAt(at + 1)) ? at + 2 : at + 1;
    for (int i = first; i < text.length(); i++) {
      if (!isDigit(text.charAt(i))) {
        return text.length();
      }
    }
    return first < text.length() ? at : text.length();
  }

  static boolean isSign(char symbol) {
    return symbol == '-' || symbol == '+';
  }

  static boolean isDigit(char symbol) {
    return symbol >= '0' && symbol <= '9';
  }

  /** Returns one sign for all that look alike. */
  static char kind(char symbol) {
    return switch (symbol) {
      case '\u00A0', '\u202F', '\u2009' -> ' ';
      case '\u2019' -> '\'';
      default -> symbol;
    };
  }

  /** Returns what a person calls the style. */
  String words() {
    String first = decimal == '.' ? "decimal point" : "decimal comma";
    return thousands == NONE ? first : first + " and " + name(thousands) + " between thousands";
  }

  /** Returns what a sign is called in a sentence. */
  static String name(char sign) {
    return switch (sign) {
      case ' ' -> "blanks";
      case '\'' -> "apostrophes";
      case '.' -> "points";
      case ',' -> "commas";
      default -> "'" + sign + "'";
    };
  }
}
