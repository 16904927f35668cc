package io.coterie.data.format;

import io.coterie.CoterieException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The format of a file's table, told by its first bytes, whatever its name ends with. */
enum FileKind {
  TEXT,
  JSON,
  WORKBOOK,
  PARQUET;

  private static final int LOOKED_AT = 1 << 12;
  private static final String OLD_OFFICE = "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1";
  private static final Pattern JSON_START =
      Pattern.compile("(?s)(\u00EF\u00BB\u00BF)?\\s*(\\{\\s*[\"}].*|\\[\\s*(\\{.*|\\]\\s*))");
  private static final Pattern MARKUP =
      Pattern.compile(
          "(?s)(\u00EF\u00BB\u00BF)?\\s*<(!doctype|html|head|body|table|meta|\\?xml|!--).*");

  /** The first bytes of a format that is not read, what it is and what to do. */
  private record Unread(String start, String what, String advice) {}

  private static final String AS_TABLE = "Convert it to CSV or Parquet";
  private static final String UNPACK = "Unpack it and give one of its files";

  private static final List<Unread> UNREAD =
      List.of(
          new Unread("%PDF-", "a PDF document", "Export the table as CSV or Excel (.xlsx)"),
          new Unread("{\\rtf", "a text document (RTF)", "Export the table as CSV"),
          new Unread("ARROW1", "an Arrow or Feather file", AS_TABLE),
          new Unread("FEA1", "a Feather file", AS_TABLE),
          new Unread("$FL2", "an SPSS file", "Save it in SPSS as CSV"),
          new Unread("$FL3", "an SPSS file", "Save it in SPSS as CSV"),
          new Unread("<stata_dta>", "a Stata file", "Write it with Stata's 'export delimited'"),
          new Unread(
              "\0\0\0\0\0\0\0\0\0\0\0\0\u00C2\u00EA\u0081`",
              "a SAS file",
              "Write it with SAS's PROC EXPORT as CSV"),
          new Unread(
              "HEADER RECORD*******", "a SAS transport file", "Write it with PROC EXPORT as CSV"),
          new Unread("RDX2", "an R file", "Write it in R with write.csv"),
          new Unread("RDX3", "an R file", "Write it in R with write.csv"),
          new Unread("X\n\0\0\0", "an R file", "Write it in R with write.csv"),
          new Unread("SQLite format 3", "an SQLite database", "Export the table as CSV"),
          new Unread("\u0089HDF", "an HDF5 file", AS_TABLE),
          new Unread("\u0093NUMPY", "a NumPy file", AS_TABLE),
          new Unread("MATLAB 5.0", "a MATLAB file", AS_TABLE),
          new Unread("Obj\u0001", "an Avro file", AS_TABLE),
          new Unread("7z\u00BC\u00AF", "a 7z archive", UNPACK),
          new Unread("Rar!", "a RAR archive", UNPACK),
          new Unread("BZh", "packed with bzip2", "Unpack it, or pack it with gzip"),
          new Unread("\u00FD7zXZ", "packed with xz", "Unpack it, or pack it with gzip"),
          new Unread("(\u00B5/\u00FD", "packed with zstd", "Unpack it, or pack it with gzip"),
          new Unread("\u0089PNG", "a picture", "Give the table itself, as CSV or Excel (.xlsx)"),
          new Unread("\u00FF\u00D8\u00FF", "a picture", "Give the table itself, as CSV or Excel"));

  /** Tells the format, or says what the file is and what to do instead. */
  static FileKind of(SourceFile file) throws IOException {
    byte[] head = file.head();
    String start =
        new String(head, 0, Math.min(head.length, LOOKED_AT), StandardCharsets.ISO_8859_1);
    String name = file.name().toLowerCase(Locale.ROOT);
    if (start.startsWith("PAR1") || name.endsWith(".parquet")) {
      return PARQUET;
    }
    if (start.startsWith("PK\u0003\u0004") || start.startsWith("PK\u0005\u0006")) {
      return WORKBOOK;
    }
    if (start.startsWith(OLD_OFFICE)) {
      throw oldOffice(file.name(), new String(head, StandardCharsets.ISO_8859_1));
    }
    for (Unread unread : UNREAD) {
      if (start.startsWith(unread.start())) {
        throw CoterieException.badData(
            "%s is %s, which is not read. %s."
                .formatted(file.name(), unread.what(), unread.advice()));
      }
    }
    if (isOldStata(head)) {
      throw CoterieException.badData(
          "%s is a Stata file, which is not read. Write it with Stata's 'export delimited'."
              .formatted(file.name()));
    }
    if (MARKUP.matcher(start.toLowerCase(Locale.ROOT)).matches()) {
      throw CoterieException.badData(
          ("%s is a web page or XML, whatever its name says. Open it in a spreadsheet program and save"
                  + " it as CSV or Excel (.xlsx).")
              .formatted(file.name()));
    }
    boolean isNamedJson = name.matches(".*\\.(json|jsonl|ndjson)(\\.gz)?");
    return isNamedJson || JSON_START.matcher(start).matches() ? JSON : TEXT;
  }

  /** The formats of Stata before 117 begin with a version, a byte order, 1 and 0. */
  private static boolean isOldStata(byte[] head) {
    return head.length > 3
        && head[0] >= 102
        && head[0] <= 115
        && (head[1] == 1 || head[1] == 2)
        && head[2] == 1
        && head[3] == 0;
  }

  private static CoterieException oldOffice(String name, String all) {
    if (all.contains(wide("EncryptedPackage"))) {
      return CoterieException.badData(
          "%s is protected by a password. Save it without one, or as CSV.".formatted(name));
    }
    if (all.contains(wide("WordDocument"))) {
      return CoterieException.badData(
          "%s is a Word document. Export the table as CSV or Excel (.xlsx).".formatted(name));
    }
    return CoterieException.badData(
        "%s is an old Excel file (.xls), which is not read. Save it as .xlsx or CSV."
            .formatted(name));
  }

  /** Returns a name as such a file's directory has it, in UTF-16. */
  private static String wide(String name) {
    return new String(name.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1);
  }
}
