package io.coterie.data.format;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.Header;
import io.coterie.data.ReadOptions;
import io.coterie.data.RowSink;
import io.coterie.data.format.CsvTokens.Cell;
import io.coterie.data.format.TableBuilder.RecordSink;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads the rows of a query. Its messages never hold what a database says about values. */
public final class SqlReader {
  private static final Set<Integer> NUMERIC =
      Set.of(
          Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.FLOAT,
          Types.REAL,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.NUMERIC);
  private static final Set<Integer> TRUTH = Set.of(Types.BOOLEAN, Types.BIT);
  private static final Set<String> SAFE_DUCKDB_ERRORS =
      Set.of(
          "Parser Error", "Binder Error", "Catalog Error", "IO Error", "Missing Extension Error");

  private static final String DUCKDB_WRAPPING = "^Invalid Input Error: Attempting [^\n]*\nError: ";

  private final String source;
  private final ReadOptions options;
  private final Cell cell = new Cell();

  private SqlReader(String source, ReadOptions options) {
    this.source = source;
    this.options = options;
  }

  /** Hands every row of a query of the in-memory DuckDB to a sink; see {@link CsvReader#read}. */
  public static Map<String, List<String>> readDuckDb(
      String source, String query, ReadOptions options, RecordSink sink) {
    return new SqlReader(source, options).read(DuckDb::open, query, sink);
  }

  /** Returns what to call a JDBC address: it may hold a password, so only the kind is shown. */
  public static String jdbcName(String url) {
    int end = url.indexOf(':', "jdbc:".length());
    return end < 0 ? "jdbc" : url.substring(0, end);
  }

  /** Hands every row of a query of the database behind a JDBC address to a sink. */
  public static Map<String, List<String>> readJdbc(
      String url, String query, ReadOptions options, RecordSink sink) {
    requireDriver(url);
    SqlReader reader = new SqlReader(jdbcName(url), options);
    return reader.read(() -> DriverManager.getConnection(url), query, sink);
  }

  /** Hands every row of a query of the in-memory DuckDB to a sink as text. */
  public static void readDuckDbText(String source, String query, RowSink sink) {
    ask(source, DuckDb::open, connection -> readText(connection, query, sink));
  }

  /** Hands every row of a query of the database behind a JDBC address to a sink as text. */
  public static void readJdbcText(String url, String query, RowSink sink) {
    requireDriver(url);
    ask(
        jdbcName(url),
        () -> DriverManager.getConnection(url),
        connection -> readText(connection, query, sink));
  }

  public static Header readHeader(String source, String query) {
    try (Connection connection = DuckDb.open();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT * FROM (%s) AS q LIMIT 0".formatted(query))) {
      ResultSetMetaData meta = rows.getMetaData();
      List<String> names = new ArrayList<>();
      boolean[] hasText = new boolean[meta.getColumnCount()];
      for (int j = 0; j < hasText.length; j++) {
        names.add(meta.getColumnLabel(j + 1));
        hasText[j] = !TRUTH.contains(meta.getColumnType(j + 1)) && !isNumeric(meta, j + 1);
      }
      return Header.of(names, hasText);
    } catch (SQLException e) {
      throw failure(source, e);
    }
  }

  private static void requireDriver(String url) {
    if (DriverManager.drivers().noneMatch(driver -> accepts(driver, url))) {
      throw CoterieException.usage(
          "There is no driver for %s addresses. Put the jar of the database's JDBC driver into lib/."
              .formatted(jdbcName(url)));
    }
  }

  private static boolean accepts(Driver driver, String url) {
    try {
      return driver.acceptsURL(url);
    } catch (SQLException e) {
      return false;
    }
  }

  private interface Database {
    Connection open() throws SQLException;
  }

  private interface Question<T> {
    T ask(Connection connection) throws SQLException;
  }

  private static <T> T ask(String source, Database database, Question<T> question) {
    try (Connection connection = database.open()) {
      return question.ask(connection);
    } catch (SQLException e) {
      throw failure(source, e);
    } catch (NumberFormatException | ClassCastException | UnsupportedOperationException e) {
      // Drivers that cannot convert a value show it in such an exception.
      throw failure(source, new SQLException("conversion", e));
    }
  }

  private static boolean readText(Connection connection, String query, RowSink sink)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      String[] cells = new String[rows.getMetaData().getColumnCount()];
      List<String> names = new ArrayList<>();
      for (int j = 0; j < cells.length; j++) {
        names.add(rows.getMetaData().getColumnLabel(j + 1));
      }
      sink.begin(names);
      int[] types = new int[cells.length];
      for (int j = 0; j < cells.length; j++) {
        types[j] = rows.getMetaData().getColumnType(j + 1);
      }
      for (long line = 1; rows.next(); line++) {
        for (int j = 0; j < cells.length; j++) {
          String text = text(rows, j + 1, types[j]);
          cells[j] = text == null ? null : text.strip();
        }
        sink.add(line, cells);
      }
      return true;
    }
  }

  /** Writes numbers as every engine does, so that their decimals are the same everywhere. */
  private static String text(ResultSet rows, int column, int type) throws SQLException {
    if (type == Types.DOUBLE) {
      double value = rows.getDouble(column);
      return rows.wasNull() ? null : Double.toString(value);
    }
    if (type == Types.FLOAT || type == Types.REAL) {
      double value = rows.getDouble(column); // some databases have 8 bytes for a REAL
      String text = (float) value == value ? Float.toString((float) value) : Double.toString(value);
      return rows.wasNull() ? null : text;
    }
    return rows.getString(column);
  }

  private Map<String, List<String>> read(Database database, String query, RecordSink sink) {
    return ask(source, database, connection -> read(connection, query, sink));
  }

  private Map<String, List<String>> read(Connection connection, String query, RecordSink sink)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      ResultSetMetaData meta = rows.getMetaData();
      List<String> names = new ArrayList<>();
      boolean[] isNumber = new boolean[meta.getColumnCount()];
      boolean[] isTruth = new boolean[isNumber.length];
      for (int j = 0; j < isNumber.length; j++) {
        names.add(meta.getColumnLabel(j + 1));
        isTruth[j] = TRUTH.contains(meta.getColumnType(j + 1));
        isNumber[j] = isTruth[j] || isNumeric(meta, j + 1);
      }
      TableBuilder table = new TableBuilder(source, names, options, sink);
      long line = 0;
      while (rows.next()) {
        for (int j = 0; j < isNumber.length; j++) {
          if (isNumber[j] && table.isFeature(j)) {
            double value = isTruth[j] ? (rows.getBoolean(j + 1) ? 1 : 0) : rows.getDouble(j + 1);
            table.addNumber(j, rows.wasNull() ? Double.NaN : value);
          } else {
            addText(table, j, rows.getString(j + 1));
          }
        }
        table.endRecord(++line);
      }
      return table.finish();
    }
  }

  private void addText(TableBuilder table, int column, String textOrNull) {
    String text = textOrNull == null ? "" : textOrNull.strip();
    Cell.Content content = cell.read(text);
    table.add(column, content, cell.value(), text);
  }

  // DuckDB reports its integers of 128 bits and its unsigned ones as other types.
  private static boolean isNumeric(ResultSetMetaData meta, int column) throws SQLException {
    String name = meta.getColumnTypeName(column).toUpperCase(Locale.ROOT);
    return NUMERIC.contains(meta.getColumnType(column))
        || name.matches("U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?");
  }

  private static CoterieException failure(String source, SQLException cause) {
    String all = cause.getMessage() == null ? "" : cause.getMessage();
    String said = all.replaceFirst(DUCKDB_WRAPPING, "").lines().findFirst().orElse("");
    boolean isSafe = SAFE_DUCKDB_ERRORS.stream().anyMatch(said::startsWith);
    String state = cause.getSQLState() == null ? "none" : cause.getSQLState();
    String message =
        isSafe
            ? "The query on %s failed: %s".formatted(source, said)
            : ("The query on %s failed (SQL state %s, code %d). The database's own message may show"
                    + " records and is left out; run the query in the database to see it.")
                .formatted(source, state, cause.getErrorCode());
    return new CoterieException(ErrorCode.BAD_DATA, message, cause);
  }
}
