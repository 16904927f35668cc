package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.ErrorCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlReadingTest {
  @TempDir private Path folder;

  private static void execute(String url, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private String parquet(String select) throws SQLException {
    Path path = folder.resolve("it's.parquet");
    execute(
        "jdbc:duckdb:",
        "COPY (%s) TO '%s' (FORMAT parquet)".formatted(select, path.toString().replace("'", "''")));
    return path.toString();
  }

  @Test
  void readsParquetInOrder() throws SQLException {
    String source =
        parquet(
            "SELECT i AS a, i / 4 AS b, CASE WHEN i < 5000 THEN 'u' ELSE 'v' END AS label FROM"
                + " range(10000) t(i)");
    DataSet data = DataReader.read(source, ReadOptions.defaults().withLabelColumn("label"));
    assertThat(data.columns()).containsExactly("a", "b");
    assertThat(data.size()).isEqualTo(10_000);
    for (int i = 0; i < data.size(); i++) {
      assertThat(data.records().row(i)).containsExactly(i, i / 4.0);
    }
    assertThat(data.setAside().get("label")).startsWith("u").endsWith("v");
    assertThat(data.sha256()).hasSize(64);
  }

  @Test
  void readsEveryKindOfNumber() throws SQLException {
    String source =
        parquet(
            "SELECT 1::TINYINT a, 2::UBIGINT b, 3::HUGEINT c, 4.5::DECIMAL(10,2) d, 5.5::FLOAT e,"
                + " true f, '6.5' g, 7::USMALLINT h, 8::UTINYINT i, 9::UINTEGER j");
    assertThat(DataReader.read(source, ReadOptions.defaults()).records().array())
        .containsExactly(1, 2, 3, 4.5, 5.5, 1, 6.5, 7, 8, 9);
  }

  @Test
  void nullIsMissing() throws SQLException {
    String source = parquet("SELECT * FROM (VALUES (1, 2.0), (NULL, 3.0), (4, NULL)) t(a, b)");
    assertThat(Sources.badData(source)).contains("2 of 3 records", "2 of 2 columns");
    DataSet data = DataReader.read(source, ReadOptions.defaults().withMissing(MissingPolicy.DROP));
    assertThat(data.records().array()).containsExactly(1, 2);
  }

  @Test
  void textColumnsAreRefused() throws SQLException {
    String source = parquet("SELECT * FROM (VALUES ('anna', 2.0), ('bert', 3.0)) t(name, b)");
    assertThat(Sources.badData(source)).contains("'name'", "--ignore name").doesNotContain("anna");
  }

  @Test
  void queryReadsFiles() throws SQLException {
    String source = parquet("SELECT i AS a, -i AS b FROM range(5) t(i)");
    String query =
        "sql:SELECT a FROM '%s' WHERE a > 2 ORDER BY a".formatted(source.replace("'", "''"));
    DataSet data = DataReader.read(query, ReadOptions.defaults());
    assertThat(data.records().array()).containsExactly(3, 4);
    assertThat(data.name()).isEqualTo("sql");
  }

  @Test
  void hashOfAQueryIsThatOfItsValues() {
    ReadOptions options = ReadOptions.defaults();
    String hash = DataReader.read("sql:SELECT 1 AS a, 2.0 AS b", options).sha256();
    assertThat(DataReader.read("sql:SELECT 1.0 AS a, 2 AS b", options).sha256()).isEqualTo(hash);
    assertThat(DataReader.read("sql:SELECT 1 AS a, 3 AS b", options).sha256()).isNotEqualTo(hash);
    assertThat(DataReader.read("sql:SELECT 1 AS a, 2 AS c", options).sha256()).isNotEqualTo(hash);
  }

  @Test
  void jdbcAddressNeedsAQuery() throws SQLException {
    String url = "jdbc:duckdb:" + folder.resolve("x.db");
    execute(url, "CREATE TABLE t AS SELECT i AS a FROM range(3) s(i)");
    assertThat(Sources.failure(ErrorCode.USAGE, url, ReadOptions.defaults())).contains("--query");
    DataSet data =
        DataReader.read(url, ReadOptions.defaults().withQuery("SELECT a FROM t ORDER BY a DESC"));
    assertThat(data.records().array()).containsExactly(2, 1, 0);
    assertThat(data.name()).isEqualTo("jdbc:duckdb");
  }

  @Test
  void queryBelongsToJdbcAlone() {
    assertThat(
            Sources.failure(ErrorCode.USAGE, "iris", ReadOptions.defaults().withQuery("SELECT 1")))
        .contains("sql:SELECT");
  }

  @Test
  void passwordIsNeverShown() {
    assertThat(
            Sources.failure(
                ErrorCode.USAGE,
                "jdbc:nodatabase://host/db?password=hunter2",
                ReadOptions.defaults().withQuery("SELECT 1")))
        .contains("jdbc:nodatabase", "driver")
        .doesNotContain("hunter2");
    assertThat(
            Sources.failure(
                ErrorCode.BAD_DATA,
                "jdbc:postgresql://127.0.0.1:1/db?password=hunter2",
                ReadOptions.defaults().withQuery("SELECT 1")))
        .contains("jdbc:postgresql")
        .doesNotContain("hunter2");
  }

  @Test
  void wrongQueriesAreExplainedWithoutValues() {
    assertThat(Sources.badData("sql:SELEC 1")).contains("Parser Error");
    assertThat(Sources.badData("sql:SELECT * FROM nowhere")).contains("Catalog Error");
    assertThat(Sources.badData("sql:SELECT v::DOUBLE AS a FROM (VALUES ('1'), ('anna')) t(v)"))
        .contains("left out")
        .doesNotContain("anna");
    assertThat(Sources.badData("sql:SELECT 1 AS a WHERE false")).contains("no records");
  }

  @Test
  void damagedParquetIsRefused() {
    String source = new Sources(folder).text("x.parquet", "this is not parquet at all");
    assertThat(Sources.badData(source)).contains("x.parquet").doesNotContain("at all");
  }
}
