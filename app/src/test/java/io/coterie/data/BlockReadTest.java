package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables read into blocks of floats hold what they hold as a matrix. */
class BlockReadTest {
  @TempDir Path folder;

  private String table(String... lines) throws IOException {
    return Files.write(folder.resolve("table.csv"), List.of(lines)).toString();
  }

  @Test
  void blocksHoldWhatTheMatrixHolds() throws IOException {
    Random random = new Random(4);
    StringBuilder text = new StringBuilder("id,a,b\n");
    for (int i = 0; i < 3000; i++) {
      text.append("x%d,%s,%s\n".formatted(i, random.nextFloat(), random.nextFloat()));
    }
    String source = Files.writeString(folder.resolve("many.csv"), text).toString();
    ReadOptions options = ReadOptions.defaults().withIgnored(List.of("id"));

    BlockData blocks = DataReader.readBlocks(source, options);
    DataSet whole = DataReader.read(source, options);

    assertThat(blocks.columns()).isEqualTo(whole.columns());
    assertThat(blocks.sha256()).isEqualTo(whole.sha256());
    assertThat(blocks.records().size()).isEqualTo(3000);
    for (int i = 0; i < 3000; i += 7) {
      double[] row = blocks.records().select(new long[] {i}).array();
      assertThat(row)
          .containsExactly((float) whole.records().at(i, 0), (float) whole.records().at(i, 1));
    }
  }

  @Test
  void featuresComeInTheOrderOfTheStudy() throws IOException {
    String source = table("a,b,c", "1,2,3", "4,5,6");

    BlockData blocks =
        DataReader.readBlocks(source, ReadOptions.defaults().withFeatures(List.of("c", "a")));

    assertThat(blocks.columns()).containsExactly("c", "a");
    assertThat(blocks.records().select(new long[] {0, 1}).array()).containsExactly(3, 1, 6, 4);
  }

  @Test
  void parquetAndQueriesAreRead() throws IOException {
    String source = table("a,b", "1,2", "3,4");
    String query = "sql:SELECT b, a FROM '%s'".formatted(source);

    BlockData blocks = DataReader.readBlocks(query, ReadOptions.defaults());

    assertThat(blocks.name()).isEqualTo("sql");
    assertThat(blocks.records().select(new long[] {1}).array()).containsExactly(4, 3);
  }

  @Test
  void embeddedDataAreRead() {
    for (String source : List.of("moon:300", "blobs:100x3", "iris")) {
      ReadOptions options = ReadOptions.defaults().withSeed(new Seed(5));

      BlockData blocks = DataReader.readBlocks(source, options);
      DataSet whole = DataReader.read(source, options);

      assertThat(blocks.name()).isEqualTo(source);
      assertThat(blocks.columns()).isEqualTo(whole.columns());
      assertThat(blocks.sha256()).isEqualTo(whole.sha256());
      assertThat(blocks.size()).isEqualTo(whole.size());
      for (int i = 0; i < whole.size(); i++) {
        double[] row = blocks.records().select(new long[] {i}).array();
        for (int j = 0; j < row.length; j++) {
          assertThat(row[j]).isEqualTo((float) whole.records().at(i, j));
        }
      }
    }
  }

  @Test
  void embeddedFeaturesComeInTheOrderOfTheStudy() {
    ReadOptions options = ReadOptions.defaults();
    DataSet whole = DataReader.read("blobs:50x3", options);

    BlockData blocks =
        DataReader.readBlocks("blobs:50x3", options.withFeatures(List.of("x3", "x1")));

    assertThat(blocks.columns()).containsExactly("x3", "x1");
    assertThat(blocks.records().select(new long[] {9}).array())
        .containsExactly((float) whole.records().at(9, 2), (float) whole.records().at(9, 0));
    assertThatThrownBy(
            () -> DataReader.readBlocks("moon", options.withFeatures(List.of("age", "x1"))))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("moon lacks columns that are needed. Its columns are 'x1', 'x2'");
  }

  @Test
  void missingValuesAreRefusedDroppedOrMarked() throws IOException {
    String source = table("a,b", "1,2", "NA,4", "5,6");
    ReadOptions options = ReadOptions.defaults();

    assertThatThrownBy(() -> DataReader.readBlocks(source, options))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("missing values in 1 of 3 records, in 'a'");
    BlockData dropped = DataReader.readBlocks(source, options.withMissing(MissingPolicy.DROP));
    assertThat(dropped.records().size()).isEqualTo(2);
    assertThat(dropped.positions().of(1)).isEqualTo(2);
    BlockData marked = DataReader.readBlocks(source, options.withMissing(MissingPolicy.MEAN));
    assertThat(marked.records().select(new long[] {1}).array()).containsExactly(Double.NaN, 4);
  }

  @Test
  void whatCannotBeHeldIsSaid() throws IOException {
    assertThatThrownBy(() -> DataReader.readBlocks(table("a", "1", "1e39"), ReadOptions.defaults()))
        .hasMessageContaining("Column 'a'")
        .hasMessageContaining("record 1");
    assertThatThrownBy(
            () -> DataReader.readBlocks(table("a,b", "1,x", "2,y"), ReadOptions.defaults()))
        .hasMessageContaining("holds text");
    assertThatThrownBy(() -> DataReader.readBlocks("nothing.csv", ReadOptions.defaults()))
        .hasMessageContaining("There is no file");
  }
}
