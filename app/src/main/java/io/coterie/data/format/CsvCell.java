package io.coterie.data.format;

import java.util.regex.Pattern;

/**
 * A text in a CSV file that we write. A spreadsheet takes a cell that begins as a formula does for
 * one, so such a text gets an apostrophe in front, which a spreadsheet takes for the mark of text.
 * Texts that begin so after apostrophes of their own get one more, so that different texts stay
 * different, and taking the first apostrophe off such a cell gives the text again.
 */
public final class CsvCell {
  private static final String SIGNS = "[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]";
  private static final Pattern FORMULA =
      Pattern.compile("(?s)'*(?:[\\t\\r\\n]|\\s*" + SIGNS + ").*");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?");

  private CsvCell() {}

  /** Returns how a text is written. */
  public static String of(String text) {
    boolean isFormula = FORMULA.matcher(text).matches() && !NUMBER.matcher(text).matches();
    return quoted(isFormula ? "'" + text : text);
  }

  /** Returns how a text is written for a program, which knows no formulas. */
  public static String quoted(String text) {
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
