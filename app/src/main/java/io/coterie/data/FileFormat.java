package io.coterie.data;

import java.nio.charset.Charset;
import java.util.Objects;
import java.util.Optional;

/**
 * How a file writes text and numbers, as far as somebody stated it; the rest is found out from the
 * file, or asked about.
 *
 * @param encoding of its text
 * @param decimal the sign before decimals: '.' or ','
 * @param thousands the sign between groups of three digits; a blank stands for any space, and NUL
 *     for none
 * @param sheet of a workbook
 */
public record FileFormat(
    Optional<Charset> encoding,
    Optional<Character> decimal,
    Optional<Character> thousands,
    Optional<String> sheet) {
  /** Numbers have no sign between thousands. */
  public static final char NO_THOUSANDS = 0;

  public FileFormat {
    Objects.requireNonNull(encoding, "encoding is null");
    Objects.requireNonNull(decimal, "decimal is null");
    Objects.requireNonNull(thousands, "thousands is null");
    Objects.requireNonNull(sheet, "sheet is null");
  }

  /** Returns that of a file of which nothing is stated. */
  public static FileFormat unstated() {
    return new FileFormat(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
