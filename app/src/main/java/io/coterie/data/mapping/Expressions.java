package io.coterie.data.mapping;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/**
 * Works out the expressions of a mapping, row by row of text, in a DuckDB that reaches no file and
 * no network. Whatever reads the rows, the expressions get the same text and so give the same.
 *
 * <p>Not thread-safe.
 */
final class Expressions implements AutoCloseable {
  private static final String TABLE = "record";

  private final List<Expression> expressions;
  private final int[] columns;
  private final DuckDBConnection connection;
  private final String create;
  private final String query;

  /**
   * Prepares expressions, or says which columns they lack.
   *
   * @param names of a row's cells
   */
  Expressions(List<Expression> expressions, List<String> names) {
    this.expressions = List.copyOf(expressions);
    List<String> read = read(expressions);
    columns = read.stream().mapToInt(names::indexOf).toArray();
    create =
        read.stream()
            .map(name -> quoted(name) + " VARCHAR")
            .collect(Collectors.joining(", ", "CREATE TABLE " + TABLE + " (", ")"));
    query =
        expressions.stream()
            .map(expression -> "(" + expression.sql() + "\n)")
            .collect(Collectors.joining(", ", "SELECT ", " FROM " + TABLE + " ORDER BY rowid"));
    try {
      connection = (DuckDBConnection) open();
      try (Statement statement = connection.createStatement()) {
        statement.execute(create);
        statement.execute("SET lock_configuration = true");
      }
    } catch (SQLException e) {
      throw new CoterieException(
          ErrorCode.INTERNAL, "The expressions of the mapping cannot be prepared.", e);
    }
  }

  /** Returns the columns that expressions read. */
  private static List<String> read(List<Expression> expressions) {
    List<String> read =
        expressions.stream().flatMap(one -> one.columns().stream()).distinct().toList();
    Set<String> seen = new HashSet<>();
    for (String name : read) {
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw CoterieException.usage(
            "Expressions of the mapping read two columns that differ in upper and lower case only,"
                + " which SQL does not tell apart. Rename one.");
      }
    }
    return read;
  }

  /** Opens a DuckDB that reaches nothing but what it is given. */
  static Connection open() throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    settings.setProperty("enable_external_access", "false");
    settings.setProperty("threads", "1");
    settings.setProperty("memory_limit", "1GB");
    // Not by DriverManager, which on a cluster does not see what was sent there later.
    Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", settings);
    try (Statement statement = connection.createStatement()) {
      for (String macro : Expression.MACROS) {
        statement.execute(macro);
      }
    }
    return connection;
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Returns the values of each row, in the order of the expressions; null for none. */
  List<String[]> of(List<String[]> rows) {
    try {
      append(rows);
      try (Statement statement = connection.createStatement();
          ResultSet found = statement.executeQuery(query)) {
        List<String[]> values = new ArrayList<>(rows.size());
        int[] types = new int[expressions.size()];
        for (int k = 0; k < types.length; k++) {
          types[k] = found.getMetaData().getColumnType(k + 1);
        }
        while (found.next()) {
          String[] own = new String[types.length];
          for (int k = 0; k < own.length; k++) {
            own[k] = text(found, k + 1, types[k]);
          }
          values.add(own);
        }
        return values;
      }
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private void append(List<String[]> rows) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE " + TABLE);
      statement.execute(create);
    }
    try (DuckDBAppender appender =
        connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, TABLE)) {
      for (String[] row : rows) {
        appender.beginRow();
        for (int column : columns) {
          appender.append(row[column]);
        }
        appender.endRow();
      }
    }
  }

  private static String text(ResultSet found, int column, int type) throws SQLException {
    if (type == Types.DOUBLE || type == Types.FLOAT) {
      double value = found.getDouble(column);
      return found.wasNull() || Double.isNaN(value) ? null : Double.toString(value);
    }
    String text = found.getString(column);
    return text == null ? null : text.strip();
  }

  /** What the database says may show a cell, so it is no cause either: causes are logged. */
  private CoterieException failure(SQLException cause) {
    String state =
        cause.getSQLState() == null ? "" : " (SQL state %s)".formatted(cause.getSQLState());
    return CoterieException.badData(
        ("The 'sql' of the mapping fails for some record%s, in %s. A cell may not be what a function"
                + " needs: number(column) and TRY_CAST give no value where CAST fails.")
            .formatted(
                state,
                expressions.stream()
                    .map(expression -> "'" + expression.target() + "'")
                    .collect(Collectors.joining(", "))));
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new CoterieException(ErrorCode.INTERNAL, "DuckDB does not close.", e);
    }
  }
}
