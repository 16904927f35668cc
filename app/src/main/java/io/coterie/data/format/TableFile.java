package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.data.Header;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import io.coterie.data.format.TableBuilder.RecordSink;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads the table in a file: separated text, JSON, an Excel workbook or Parquet. */
public final class TableFile {
  private TableFile() {}

  /** Hands every record to a sink and returns the columns that are set aside, by name. */
  public static Map<String, List<String>> read(
      SourceFile file, ReadOptions options, RecordSink sink) throws IOException {
    FileKind kind = kind(file, options);
    if (kind == FileKind.TEXT) {
      return CsvReader.read(file, options, sink);
    }
    if (kind == FileKind.PARQUET) {
      return SqlReader.readDuckDb(file.name(), DuckDb.parquetQuery(file.path()), options, sink);
    }
    TableRows rows = new TableRows(file.name(), options, sink);
    handOn(kind, file, options, rows);
    return rows.finish();
  }

  /** Hands every record to a sink as text. */
  public static void readText(SourceFile file, ReadOptions options, RowSink sink)
      throws IOException {
    handOn(kind(file, options), file, options, sink);
  }

  /** Returns the names of the columns and which of them hold numbers. */
  public static Header readHeader(SourceFile file, ReadOptions options) throws IOException {
    FileKind kind = kind(file, options);
    if (kind == FileKind.TEXT) {
      return CsvReader.readHeader(file, options);
    }
    if (kind == FileKind.PARQUET) {
      return SqlReader.readHeader(file.name(), DuckDb.parquetQuery(file.path()));
    }
    TableRows.Kinds kinds = new TableRows.Kinds();
    handOn(kind, file, options, kinds);
    return kinds.header();
  }

  /** Refuses a file that an engine on other machines would read otherwise than this reader. */
  public static void requirePlain(SourceFile file) throws IOException {
    FileKind kind = FileKind.of(file);
    if (kind == FileKind.JSON || kind == FileKind.WORKBOOK) {
      throw CoterieException.badData(
          "%s is not read by an engine. Save it as CSV or Parquet, or use --engine local or stream."
              .formatted(file.name()));
    }
    if (kind == FileKind.TEXT) {
      boolean isTabs = file.name().toLowerCase(Locale.ROOT).contains(".tsv");
      CsvReader.requirePlain(file, isTabs ? '\t' : ',');
    }
  }

  private static void handOn(FileKind kind, SourceFile file, ReadOptions options, RowSink sink)
      throws IOException {
    switch (kind) {
      case TEXT -> CsvReader.readText(file, options, sink);
      case JSON -> JsonTable.read(file, options, sink);
      case WORKBOOK -> WorkbookTable.read(file, options, sink);
      case PARQUET -> SqlReader.readDuckDbText(file.name(), DuckDb.parquetQuery(file.path()), sink);
    }
  }

  private static FileKind kind(SourceFile file, ReadOptions options) throws IOException {
    FileKind kind = FileKind.of(file);
    boolean isFolderOfParts = kind == FileKind.PARQUET || kind == FileKind.WORKBOOK;
    if (isFolderOfParts && file.isPacked()) {
      throw CoterieException.badData(
          "%s is packed with gzip, and what is in it cannot be read so. Unpack it first."
              .formatted(file.name()));
    }
    if (kind == FileKind.PARQUET) {
      options.requireNoFormat(file.name());
    }
    if (kind != FileKind.WORKBOOK && options.format().sheet().isPresent()) {
      throw CoterieException.usage(
          "%s is no Excel workbook, so it has no sheets. Leave --sheet out."
              .formatted(file.name()));
    }
    return kind;
  }
}
