package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.FileFormat;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How files write text and numbers, where they do not show it themselves. */
public final class FormatOptions {
  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = "How text is encoded, such as windows-1252. Default: found.")
  String encoding;

  @Option(
      names = "--decimal",
      paramLabel = ".|,",
      description = {
        "The sign before decimals. Default: found in the file, or asked for",
        "where 1.718 could be read in two ways."
      })
  String decimal;

  @Option(
      names = "--thousands",
      paramLabel = "SIGN",
      description = {
        "The sign between thousands: '.', ',', apostrophe, blank or none.",
        "Default: found in the file, or asked for."
      })
  String thousands;

  @Option(
      names = "--sheet",
      paramLabel = "NAME",
      description = "The sheet of a workbook. Default: the first that is shown.")
  String sheet;

  /** Returns what is stated, after a check. */
  public FileFormat format() {
    Optional<Character> point = Optional.ofNullable(decimal).map(FormatOptions::decimal);
    Optional<Character> groups = Optional.ofNullable(thousands).map(FormatOptions::thousands);
    if (point.isPresent() && point.equals(groups)) {
      throw CoterieException.usage(
          "--decimal and --thousands are both '%s'; they must differ.".formatted(decimal));
    }
    return new FileFormat(
        Optional.ofNullable(encoding).map(FormatOptions::charset),
        point,
        groups,
        Optional.ofNullable(sheet));
  }

  private static Charset charset(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new CoterieException(
          ErrorCode.USAGE,
          ("--encoding is '%s', which is no encoding here. Usual ones are utf-8, utf-16, windows-1252,"
                  + " iso-8859-1 and ibm850.")
              .formatted(name),
          e);
    }
  }

  private static char decimal(String sign) {
    if (!sign.equals(".") && !sign.equals(",")) {
      throw CoterieException.usage("--decimal is '%s'; it must be . or ,".formatted(sign));
    }
    return sign.charAt(0);
  }

  private static char thousands(String sign) {
    return switch (sign) {
      case ".", ",", "'" -> sign.charAt(0);
      case "apostrophe" -> '\'';
      case "blank", " " -> ' ';
      case "none" -> FileFormat.NO_THOUSANDS;
      default ->
          throw CoterieException.usage(
              "--thousands is '%s'; it must be '.', ',', apostrophe, blank or none."
                  .formatted(sign));
    };
  }
}
