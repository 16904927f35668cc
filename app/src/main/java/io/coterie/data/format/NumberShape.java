package io.coterie.data.format;

/** What one cell says of how its file writes numbers. */
enum NumberShape {
  /** The cell is no number in any style. */
  NONE,
  /** Only digits: every style has it. */
  DIGITS,
  /** A decimal point is sure, as in 0.718, 12.5 or 1,718.50. */
  POINT,
  /** A decimal comma is sure, as in 0,718, 12,5 or 1.718,50. */
  COMMA,
  /** Points between thousands are sure, as in 1.718.000. */
  THOUSANDS_POINT,
  /** Commas between thousands are sure. */
  THOUSANDS_COMMA,
  /** Either a decimal point or thousands: 1.718. */
  EITHER_POINT,
  /** Either a decimal comma or thousands: 1,718. */
  EITHER_COMMA;

  /**
   * A cell's shape and the sign between its thousands.
   *
   * @param thousands that is sure; {@link NumberStyle#NONE} if none is
   */
  record Seen(NumberShape shape, char thousands) {
    private static final Seen NO_NUMBER = new Seen(NumberShape.NONE, NumberStyle.NONE);

    static Seen of(String text) {
      int end = NumberStyle.exponentAt(text);
      int start = text.isEmpty() || !NumberStyle.isSign(text.charAt(0)) ? 0 : 1;
      char first = NumberStyle.NONE; // kind of the first sign among the digits
      char last = NumberStyle.NONE;
      int digits = 0;
      int signs = 0;
      for (int at = start; at < end; at++) {
        char symbol = text.charAt(at);
        if (NumberStyle.isDigit(symbol)) {
          digits++;
          continue;
        }
        last = NumberStyle.kind(symbol);
        if (last != '.' && last != ',' && last != ' ' && last != '\'') {
          return NO_NUMBER;
        }
        first = signs++ == 0 ? last : first;
      }
      if (digits == 0) {
        return NO_NUMBER;
      }
      if (signs == 0) {
        return new Seen(DIGITS, NumberStyle.NONE);
      }
      boolean hasExponent = end < text.length();
      return first == last
          ? ofOneSign(text, first, signs, hasExponent)
          : ofTwoSigns(text, first, last);
    }

    private static Seen ofTwoSigns(String text, char thousands, char decimal) {
      boolean canBe = decimal == '.' || decimal == ',';
      if (!canBe || new NumberStyle(decimal, thousands).canonical(text) == null) {
        return NO_NUMBER;
      }
      return new Seen(decimal == '.' ? POINT : COMMA, thousands);
    }

    private static Seen ofOneSign(String text, char sign, int signs, boolean hasExponent) {
      boolean isGrouped = new NumberStyle(other(sign), sign).canonical(text) != null;
      if (sign == ' ' || sign == '\'') {
        return isGrouped ? new Seen(DIGITS, sign) : NO_NUMBER;
      }
      boolean isPoint = sign == '.';
      if (signs > 1) {
        return isGrouped ? new Seen(isPoint ? THOUSANDS_POINT : THOUSANDS_COMMA, sign) : NO_NUMBER;
      }
      if (isGrouped && !hasExponent) {
        return new Seen(isPoint ? EITHER_POINT : EITHER_COMMA, NumberStyle.NONE);
      }
      return new Seen(isPoint ? POINT : COMMA, NumberStyle.NONE);
    }

    private static char other(char sign) {
      return sign == '.' ? ',' : '.';
    }

    boolean isNumber() {
      return shape != NumberShape.NONE;
    }
  }
}
