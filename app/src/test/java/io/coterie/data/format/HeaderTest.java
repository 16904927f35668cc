package io.coterie.data.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.data.DataReader;
import io.coterie.data.Header;
import io.coterie.data.Sources;
import io.coterie.plan.InputKind;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HeaderTest {
  @TempDir Path folder;

  @Test
  void tellsNumbersFromText() {
    String file =
        new Sources(folder).text("a.csv", "id,age,sex,weight\nA1,30,f,60\nA2,,m,61.5\nA3,NA,f,x\n");
    assertThat(DataReader.readHeader(file))
        .isEqualTo(
            new Header(InputKind.table(), 1, List.of("age"), List.of("id", "sex", "weight")));
  }

  @Test
  void readsParquetAndQueries() throws Exception {
    Path file = folder.resolve("a.parquet");
    try (Connection connection = DuckDb.open();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT 1 AS a, 'x' AS b, true AS c, 2.5 AS d) TO '%s'".formatted(file));
    }
    Header expected = new Header(InputKind.table(), 3, List.of("a", "c", "d"), List.of("b"));
    assertThat(DataReader.readHeader(file.toString())).isEqualTo(expected);
    assertThat(DataReader.readHeader("sql:SELECT * FROM '%s'".formatted(file))).isEqualTo(expected);
  }

  @Test
  void readsShapesAndEmbeddedNames() {
    Sources sources = new Sources(folder);
    String images = sources.bytes("a.idx3", Sources.idx(8, new int[] {1, 2, 3}, new byte[6]));
    assertThat(DataReader.readHeader(images).kind()).isEqualTo(InputKind.image(2, 3));
    String vectors = sources.bytes("a.idx2", Sources.idx(8, new int[] {1, 3}, new byte[3]));
    assertThat(DataReader.readHeader(vectors).dimension()).isEqualTo(3);
    assertThat(DataReader.readHeader("iris").numbers()).hasSize(4);
    assertThatThrownBy(() -> DataReader.readHeader("irs")).hasMessageContaining("mean 'iris'");
  }
}
