package io.coterie.data.format;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** An in-memory DuckDB, for Parquet and SQL. Slow to load, so nothing else may touch it. */
public final class DuckDb {
  private DuckDb() {}

  static Connection open() throws SQLException {
    Properties settings = new Properties();
    // Rows are handed over as they are found, instead of all at the end.
    settings.setProperty("jdbc_stream_results", "true");
    // Reading a file must not fetch code from the network.
    settings.setProperty("autoinstall_known_extensions", "false");
    return DriverManager.getConnection("jdbc:duckdb:", settings);
  }

  public static String parquetQuery(Path path) {
    return "SELECT * FROM read_parquet(%s)".formatted(quoted(path));
  }

  /** Turns the CSV file of an answer into a Parquet file. */
  public static void toParquet(Path csv, Path parquet, Map<String, String> types)
      throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      String columns =
          types.entrySet().stream()
              .map(type -> "'%s': '%s'".formatted(type.getKey(), type.getValue()))
              .collect(Collectors.joining(", "));
      statement.execute(
          ("COPY (SELECT * FROM read_csv(%s, header = true, columns = {%s}, delim = ',',"
                  + " quote = '\"')) TO %s (FORMAT parquet)")
              .formatted(quoted(csv), columns, quoted(parquet)));
    }
  }

  /** Returns the version of the library, after it has been loaded and has answered. */
  public static String version() throws SQLException {
    try (Connection connection = open()) {
      return connection.getMetaData().getDatabaseProductVersion();
    }
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "''") + "'";
  }
}
