package io.coterie.trust.pki;

import io.coterie.CoterieException;
import io.coterie.Sha256;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The SHA-256 of a certificate or a request, for people to compare by phone. Its text is in groups
 * of four digits, as in {@code 3F2A 91C0 ...}.
 *
 * @param digits 64 hexadecimal digits in upper case
 */
public record Fingerprint(String digits) {
  private static final int DIGITS = 64;
  private static final int GROUP = 4;

  public Fingerprint {
    if (!digits.matches("[0-9A-F]{%d}".formatted(DIGITS))) {
      throw new IllegalArgumentException("a fingerprint has %d digits".formatted(DIGITS));
    }
  }

  static Fingerprint of(byte[] encoded) {
    return new Fingerprint(HexFormat.of().withUpperCase().formatHex(Sha256.of(encoded)));
  }

  /** Reads a fingerprint as people and other tools write it: any case, spaces or colons. */
  public static Fingerprint parse(String text) {
    String digits = text.replaceAll("[\\s:]", "").toUpperCase(Locale.ROOT);
    try {
      return new Fingerprint(digits);
    } catch (IllegalArgumentException e) {
      throw new CoterieException(
          io.coterie.ErrorCode.BAD_DATA,
          "A fingerprint has %d hexadecimal digits; this one has %d characters. Copy it whole."
              .formatted(DIGITS, digits.length()),
          e);
    }
  }

  @Override
  public String toString() {
    return digits.replaceAll("(.{%d})(?!$)".formatted(GROUP), "$1 ");
  }
}
