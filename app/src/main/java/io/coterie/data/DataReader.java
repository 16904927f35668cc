package io.coterie.data;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.NearestName;
import io.coterie.data.format.BlockSink;
import io.coterie.data.format.CodedRows;
import io.coterie.data.format.DataSetBuilder.MatrixSink;
import io.coterie.data.format.DuckDb;
import io.coterie.data.format.IdxFile;
import io.coterie.data.format.SourceFile;
import io.coterie.data.format.SqlReader;
import io.coterie.data.format.TableBuilder.RecordSink;
import io.coterie.data.format.TableFile;
import io.coterie.data.mapping.CellCounts;
import io.coterie.data.mapping.LevelScan;
import io.coterie.math.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a source of records: a file (CSV, TSV or other separated text, JSON, IDX, each also as
 * gzip, Excel's .xlsx, or Parquet), {@code sql:SELECT ...} on an in-memory DuckDB, a {@code jdbc:}
 * address with a query, or an embedded name (iris, wdbc, moon, ring, blobs; generators take a size,
 * as moon:2000).
 *
 * <p>Thread-safe.
 */
public final class DataReader {
  private static final String SQL = "sql:";
  private static final String JDBC = "jdbc:";

  private DataReader() {}

  /** Returns the version of the DuckDB that reads Parquet and SQL, after loading it. */
  public static String duckDbVersion() {
    try {
      return DuckDb.version();
    } catch (SQLException | LinkageError e) {
      throw new CoterieException(
          ErrorCode.INTERNAL, "DuckDB does not load on this machine (%s).".formatted(e), e);
    }
  }

  /** Reads the whole source. An existing file wins over an embedded name. */
  public static DataSet read(String source, ReadOptions options) {
    if (options.isCoded()) {
      return reported(readCoded(source, options), options);
    }
    if (isQuery(source)) {
      MatrixSink sink = new MatrixSink(queryName(source));
      return sink.finish(readQuery(source, options, sink), options, Optional.empty());
    }
    checkNoQuery(options);
    Optional<Path> path = existing(source);
    if (path.isEmpty()) {
      return embedded(source, options);
    }
    try (SourceFile file = SourceFile.open(path.get(), source)) {
      if (Files.size(path.get()) == 0) {
        throw CoterieException.badData(
            "%s is empty. Give a file with at least one record.".formatted(source));
      }
      if (isIdx(unpackedName(source))) {
        options.requireNoFormat(source);
        return IdxFile.read(file, options);
      }
      MatrixSink sink = new MatrixSink(source);
      Map<String, List<String>> setAside = TableFile.read(file, options, sink);
      return sink.finish(setAside, options, Optional.of(file.sha256()));
    } catch (IOException e) {
      throw SourceFile.unreadable(source, e);
    }
  }

  /**
   * Records whose cells were coded by the kinds of their columns.
   *
   * @param counts what is odd about each column
   * @param notes how the source was read
   */
  public record Coded<T>(T data, List<CellCounts> counts, List<String> notes) {}

  /** Reads the whole source, cell by cell as the columns and the mapping of the options say. */
  public static Coded<DataSet> readCoded(String source, ReadOptions options) {
    MatrixSink sink = new MatrixSink(named(source));
    try (CodedRows rows = new CodedRows(named(source), options, sink)) {
      Optional<String> sha256 = readText(source, options, rows);
      DataSet data = sink.finish(rows.finish(), options, sha256);
      return new Coded<>(data, rows.counts(), rows.notes());
    }
  }

  /** Does the same with records that are held as floats in blocks. */
  public static Coded<BlockData> readCodedBlocks(String source, ReadOptions options) {
    BlockSink sink = new BlockSink(named(source), options);
    try (CodedRows rows = new CodedRows(named(source), options, sink)) {
      Optional<String> sha256 = readText(source, options, rows);
      rows.finish();
      return new Coded<>(sink.finish(sha256.orElse("")), rows.counts(), rows.notes());
    }
  }

  /**
   * What the columns of a study look like at a site.
   *
   * @param counts what is odd about each
   * @param origins the source's column of each; empty for none or several
   * @param unread columns of the source that no column of the study is made of
   * @param notes how the source was read
   */
  public record Look(
      List<CellCounts> counts,
      List<Optional<String>> origins,
      List<String> unread,
      List<String> notes) {}

  /** Looks at a source as it would be coded, and refuses nothing for what its cells hold. */
  public static Look look(String source, ReadOptions options) {
    try (CodedRows rows = new CodedRows(named(source), options, RecordSink.none())) {
      readText(source, options, rows);
      return new Look(rows.counted(), rows.origins(), rows.unread(), rows.notes());
    }
  }

  private static <T> T reported(Coded<T> read, ReadOptions options) {
    read.notes().forEach(options.notes());
    return read.data();
  }

  private static String named(String source) {
    return isQuery(source) ? queryName(source) : source;
  }

  /**
   * Reads a table of any size into blocks: a file of text or Parquet, a query, or an embedded name,
   * whose records are made or read whole first.
   */
  public static BlockData readBlocks(String source, ReadOptions options) {
    if (options.isCoded()) {
      return reported(readCodedBlocks(source, options), options);
    }
    BlockSink sink = new BlockSink(named(source), options);
    if (isQuery(source)) {
      readQuery(source, options, sink);
      return sink.finish("");
    }
    checkNoQuery(options);
    Optional<Path> path = existing(source);
    if (path.isEmpty()) {
      return blocks(embedded(source, options), options);
    }
    try (SourceFile file = SourceFile.open(path.get(), source)) {
      if (isIdx(unpackedName(source))) {
        throw CoterieException.usage(
            "%s holds images, which are read whole. Leave --engine stream out.".formatted(source));
      }
      TableFile.read(file, options, sink);
      return sink.finish(file.sha256());
    } catch (IOException e) {
      throw SourceFile.unreadable(source, e);
    }
  }

  /**
   * Hands every record of a source to a sink as text, and nothing is refused for what its cells
   * hold. What the options say of columns matters only for where a header is looked for. Returns
   * the hash of a file's bytes.
   */
  public static Optional<String> readText(String source, ReadOptions options, RowSink sink) {
    if (isQuery(source)) {
      options.requireNoFormat(queryName(source));
    }
    if (source.startsWith(JDBC)) {
      SqlReader.readJdbcText(source, requireQuery(options), sink);
      return Optional.empty();
    }
    checkNoQuery(options);
    if (source.startsWith(SQL)) {
      SqlReader.readDuckDbText("sql", source.substring(SQL.length()), sink);
      return Optional.empty();
    }
    Optional<Path> path = existing(source);
    if (path.isEmpty()) {
      hand(embedded(source, options), sink);
      return Optional.empty();
    }
    try (SourceFile file = SourceFile.open(path.get(), source)) {
      if (isIdx(unpackedName(source))) {
        throw CoterieException.usage(
            "%s holds arrays of numbers, whose columns have no names to look at."
                .formatted(source));
      }
      TableFile.readText(file, options, sink);
      return Optional.of(file.sha256());
    } catch (IOException e) {
      throw SourceFile.unreadable(source, e);
    }
  }

  /** Returns the levels that a source has in columns on whose levels sites have yet to agree. */
  public static List<List<String>> readLevels(String source, ReadOptions options) {
    try (LevelScan scan = new LevelScan(named(source), options.columns(), options.mapping())) {
      readText(source, options, scan);
      return scan.levels();
    }
  }

  /**
   * Refuses a source that an engine on other machines would read otherwise than this reader. Only
   * the beginning of a file on this machine is looked at.
   */
  public static void requirePlain(String source, FileFormat stated) {
    ReadOptions.defaults().withFormat(stated).requireNoFormat("what an engine reads");
    Optional<Path> path = existing(source);
    if (path.isPresent() && !source.endsWith(".bz2")) {
      try (SourceFile file = SourceFile.open(path.get(), source)) {
        TableFile.requirePlain(file);
      } catch (IOException e) {
        throw SourceFile.unreadable(source, e);
      }
    }
  }

  /** Returns whether a source is a table of cells: a file of text or Parquet, or a query. */
  public static boolean hasCells(String source) {
    return isQuery(source) || (existing(source).isPresent() && !isIdx(unpackedName(source)));
  }

  private static void hand(DataSet data, RowSink sink) {
    List<String> names = new ArrayList<>(data.columns());
    names.addAll(data.setAside().keySet());
    sink.begin(names);
    String[] cells = new String[names.size()];
    for (int i = 0; i < data.size(); i++) {
      for (int j = 0; j < cells.length; j++) {
        cells[j] =
            j < data.columns().size()
                ? Double.toString(data.records().at(i, j))
                : data.setAside().get(names.get(j)).get(i);
      }
      sink.add(i + 1L, cells);
    }
  }

  private static DataSet embedded(String source, ReadOptions options) {
    options.requireNoFormat(source);
    try {
      return EmbeddedData.read(source, options).orElseThrow(() -> unknown(source));
    } catch (IOException e) {
      throw SourceFile.unreadable(source, e);
    }
  }

  private static BlockData blocks(DataSet data, ReadOptions options) {
    List<String> features = options.features().isEmpty() ? data.columns() : options.features();
    if (!data.columns().containsAll(features)) {
      throw CoterieException.badData(
          "%s lacks columns that are needed. Its columns are %s."
              .formatted(data.name(), ColumnNames.list(data.columns())));
    }
    BlockSink sink = new BlockSink(data.name(), options);
    sink.begin(features);
    Matrix records = data.inOrder(features).records();
    for (int i = 0; i < records.rows(); i++) {
      sink.add(records.row(i));
    }
    return sink.finish(data.sha256());
  }

  private static boolean isQuery(String source) {
    return source.startsWith(JDBC) || source.startsWith(SQL);
  }

  private static String queryName(String source) {
    return source.startsWith(JDBC) ? SqlReader.jdbcName(source) : "sql";
  }

  private static void checkNoQuery(ReadOptions options) {
    if (options.query().isPresent()) {
      throw CoterieException.usage(
          "--query belongs to a jdbc: source. To query files write the source as sql:SELECT ...");
    }
  }

  private static Map<String, List<String>> readQuery(
      String source, ReadOptions options, RecordSink sink) {
    options.requireNoFormat(queryName(source));
    if (source.startsWith(JDBC)) {
      return SqlReader.readJdbc(source, requireQuery(options), options, sink);
    }
    checkNoQuery(options);
    return SqlReader.readDuckDb("sql", source.substring(SQL.length()), options, sink);
  }

  private static String requireQuery(ReadOptions options) {
    return options
        .query()
        .orElseThrow(
            () -> CoterieException.usage("A jdbc: source needs --query with the SELECT to run."));
  }

  /** Reads what the columns of a file, an embedded name or a {@code sql:} query are, no values. */
  public static Header readHeader(String source) {
    return readHeader(source, ReadOptions.defaults());
  }

  /** Does the same with a file that is written as the options say. */
  public static Header readHeader(String source, ReadOptions options) {
    if (source.startsWith(SQL)) {
      return SqlReader.readHeader("sql", source.substring(SQL.length()));
    }
    Optional<Path> path = existing(source);
    if (path.isEmpty()) {
      DataSet data = embedded(source, options);
      return new Header(
          data.kind(),
          data.columns().size(),
          data.columns(),
          List.copyOf(data.setAside().keySet()));
    }
    try (SourceFile file = SourceFile.open(path.get(), source)) {
      return isIdx(unpackedName(source))
          ? IdxFile.readHeader(file)
          : TableFile.readHeader(file, options);
    } catch (IOException e) {
      throw SourceFile.unreadable(source, e);
    }
  }

  static String unpackedName(String source) {
    String name = source.toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  static boolean isIdx(String unpackedName) {
    return unpackedName.endsWith("ubyte") || unpackedName.matches(".*\\.idx[1-4]?");
  }

  public static Optional<Path> existing(String source) {
    try {
      return Optional.of(Path.of(source)).filter(Files::isRegularFile);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static CoterieException unknown(String source) {
    boolean looksLikeFile = source.matches(".*[./\\\\].*");
    String embedded = String.join(", ", EmbeddedData.NAMES);
    if (looksLikeFile) {
      boolean isFolder = Files.isDirectory(Path.of(source));
      return CoterieException.badData(
          isFolder
              ? "%s is a folder. Give the path of one file in it.".formatted(source)
              : "There is no file %s. Check the path; it is relative to %s."
                  .formatted(source, Path.of("").toAbsolutePath()));
    }
    String stem = source.replaceFirst(":.*", "");
    return CoterieException.usage(
        "'%s' is neither a file nor an embedded data set (%s).%s"
            .formatted(
                source,
                embedded,
                NearestName.to(stem, EmbeddedData.NAMES)
                    .map(name -> " Did you mean '%s'?".formatted(name))
                    .orElse("")));
  }
}
