package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextReadingTest {
  @TempDir private Path folder;

  /** Keeps all, the names in front. */
  static final class Kept implements RowSink {
    final List<List<String>> rows = new ArrayList<>();
    final List<Long> lines = new ArrayList<>();
    final List<String> notes = new ArrayList<>();

    static Kept of(String source, ReadOptions options) {
      Kept kept = new Kept();
      DataReader.readText(source, options, kept);
      return kept;
    }

    @Override
    public void begin(List<String> names) {
      rows.add(names);
    }

    @Override
    public void add(long line, String[] cells) {
      rows.add(new ArrayList<>(Arrays.asList(cells)));
      lines.add(line);
    }

    @Override
    public void note(String sentence) {
      notes.add(sentence);
    }
  }

  private static List<List<String>> rows(String source) {
    return Kept.of(source, ReadOptions.defaults()).rows;
  }

  @Test
  void textOfAFileComesWithItsLines() {
    String source = new Sources(folder).text("a.csv", "id,x\nu1,1.50\n\nu2,<0.3\nu3,2\n");
    Kept kept = Kept.of(source, ReadOptions.defaults());
    assertThat(kept.rows)
        .containsExactly(
            List.of("id", "x"), List.of("u1", "1.50"), List.of("u2", "<0.3"), List.of("u3", "2"));
    assertThat(kept.lines).containsExactly(2L, 4L, 5L);
  }

  @Test
  void queriesAndParquetGiveNullForNoValue() throws Exception {
    String query =
        "SELECT * FROM (VALUES (1.5, ' b ', true), (NULL, NULL, NULL)) t(x, name, isOld)";
    List<List<String>> expected =
        List.of(
            List.of("x", "name", "isOld"),
            List.of("1.5", "b", "true"),
            Arrays.asList(null, null, null));
    assertThat(rows("sql:" + query)).isEqualTo(expected);
    Path file = folder.resolve("a.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("COPY (%s) TO '%s'".formatted(query, file));
    }
    assertThat(rows(file.toString())).isEqualTo(expected);
    assertThat(Kept.of("jdbc:duckdb:", ReadOptions.defaults().withQuery(query)).rows)
        .isEqualTo(expected);
  }

  @Test
  void embeddedSetsHaveTheirLabels() {
    List<List<String>> iris = rows("iris");
    assertThat(iris).hasSize(151);
    assertThat(iris.get(0)).hasSize(5).endsWith("label");
    assertThat(iris.get(1).get(0)).isEqualTo("5.1");
  }

  @Test
  void imagesAndMistakesAreRefused() {
    String images =
        new Sources(folder).bytes("a.idx3", Sources.idx(8, new int[] {1, 2, 3}, new byte[6]));
    assertThatThrownBy(() -> rows(images))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("no names");
    assertThatThrownBy(() -> rows("jdbc:duckdb:")).hasMessageContaining("--query");
    assertThatThrownBy(() -> rows("sql:SELECT 'anna'::INT")).hasMessageContaining("left out");
  }
}
