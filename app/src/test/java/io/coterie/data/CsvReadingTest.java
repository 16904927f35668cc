package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.plan.InputKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvReadingTest {
  @TempDir private Path folder;
  private Sources sources;

  @BeforeEach
  void open() {
    sources = new Sources(folder);
  }

  private DataSet read(String content) {
    return DataReader.read(sources.text("data.csv", content), ReadOptions.defaults());
  }

  @Test
  void readsNamesAndNumbers() {
    DataSet data = read("a,b\n1,2.5\n-3,4e2\n");
    assertThat(data.columns()).containsExactly("a", "b");
    assertThat(data.size()).isEqualTo(2);
    assertThat(data.records().array()).containsExactly(1, 2.5, -3, 400);
    assertThat(data.kind()).isEqualTo(InputKind.table());
    assertThat(data.setAside()).isEmpty();
    assertThat(data.positions().size()).isEqualTo(2);
  }

  @Test
  void guessesEachSeparator() {
    for (String separator : List.of(",", ";", "\t", "|")) {
      DataSet data = read("a,b,c\n1,2,3\n4,5,6".replace(",", separator));
      assertThat(data.columns()).as(separator).containsExactly("a", "b", "c");
      assertThat(data.records().array()).containsExactly(1, 2, 3, 4, 5, 6);
    }
  }

  @Test
  void tableWithoutHeaderGetsNumberedColumns() {
    DataSet data = read("1,2\n3,4\n");
    assertThat(data.columns()).containsExactly("column1", "column2");
    assertThat(data.size()).isEqualTo(2);
    assertThat(data.records().array()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void numberedColumnsAreAHeader() {
    DataSet data = read("0,1,2,3\n0.5,0.25,7,8\n");
    assertThat(data.columns()).containsExactly("0", "1", "2", "3");
    assertThat(data.size()).isEqualTo(1);
    assertThat(read(",0,1,2,3\n0,5,6,7,8\n").columns())
        .containsExactly("column1", "0", "1", "2", "3");
    assertThat(read("digit,0,1\n7,1,2\n8,3,4\n").columns()).containsExactly("digit", "0", "1");
  }

  @Test
  void firstRecordIsNotSwallowed() {
    assertThat(read("1,2,3\n4,5,6\n").size()).isEqualTo(2);
    assertThat(read("0,1,2\n3,4,5\n").size()).isEqualTo(2);
    assertThat(read("1,2,3,4,5\n4,5,6,7,8\n").size()).isEqualTo(2);
    ReadOptions mean = ReadOptions.defaults().withMissing(MissingPolicy.MEAN);
    assertThat(DataReader.read(sources.text("m.csv", "NA,2.5\n1,2\n"), mean).size()).isEqualTo(2);
  }

  @Test
  void columnNamedByTheCallerProvesAHeader() {
    DataSet data =
        DataReader.read(
            sources.text("n.csv", "2019,2021,site\n1,2,berlin\n3,4,paris\n"),
            ReadOptions.defaults().withIgnored(List.of("site")));
    assertThat(data.columns()).containsExactly("2019", "2021");
    assertThat(data.setAside()).containsEntry("site", List.of("berlin", "paris"));
  }

  @Test
  void quotesHoldSeparatorsLineEndsAndQuotes() {
    DataSet data =
        DataReader.read(
            sources.text("q.csv", "\"x, \"\"y\"\"\",z\r\n\"1\",\"a\nb\"\r\n 2 ,\" c \"\r\n"),
            ReadOptions.defaults().withIgnored(List.of("z")));
    assertThat(data.columns()).containsExactly("x, \"y\"");
    assertThat(data.records().array()).containsExactly(1, 2);
    assertThat(data.setAside()).containsEntry("z", List.of("a\nb", " c "));
  }

  @Test
  void acceptsByteOrderMarkBlankLinesAndAMissingLastLineEnd() {
    DataSet data = read("\uFEFF\n\na,b\n1,2\n\n3,4");
    assertThat(data.columns()).containsExactly("a", "b");
    assertThat(data.records().array()).containsExactly(1, 2, 3, 4);
    assertThat(read("a,b\r1,2\r3,4\r").records().array()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void emptyLineOfASingleColumnIsMissing() {
    DataSet data =
        DataReader.read(
            sources.text("one.txt", "x\n1\n\n3\n\n"),
            ReadOptions.defaults().withMissing(MissingPolicy.MEAN));
    assertThat(data.records().array()).containsExactly(1, Double.NaN, 3);
  }

  @Test
  void setsAsideLabelsSitesAndIgnoredColumns() {
    DataSet data =
        DataReader.read(
            sources.text("s.csv", "id,x,site,label\nu1,1,a,7\nu2,2,b,8\n"),
            ReadOptions.defaults().withLabelColumn("label").withIgnored(List.of("site", "id")));
    assertThat(data.columns()).containsExactly("x");
    assertThat(data.setAside().keySet()).containsExactly("id", "site", "label");
    assertThat(data.setAside()).containsEntry("label", List.of("7", "8"));
  }

  @Test
  void unpacksGzipAndHashesTheStoredBytes() throws Exception {
    byte[] packed = Sources.packed("a,b\n1,2\n".getBytes(StandardCharsets.UTF_8));
    String source = sources.bytes("data.csv.gz", packed);
    DataSet data = DataReader.read(source, ReadOptions.defaults());
    assertThat(data.records().array()).containsExactly(1, 2);
    assertThat(data.sha256())
        .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(packed)));
  }

  @Test
  void dropRemembersPositions() {
    DataSet data =
        DataReader.read(
            sources.text("d.csv", "a,b,label\n1,2,u\n?,3,v\n4,5,w\n6,null,x\n7,8,y\n"),
            ReadOptions.defaults().withLabelColumn("label").withMissing(MissingPolicy.DROP));
    assertThat(data.records().array()).containsExactly(1, 2, 4, 5, 7, 8);
    assertThat(data.setAside()).containsEntry("label", List.of("u", "w", "y"));
    assertThat(List.of(data.positions().of(0), data.positions().of(1), data.positions().of(2)))
        .containsExactly(0, 2, 4);
    assertThat(data.positions().inputSize()).isEqualTo(5);
  }

  @Test
  void meanLeavesNotANumber() {
    DataSet data =
        DataReader.read(
            sources.text("m.csv", "a,b\n1,\n,3\n"),
            ReadOptions.defaults().withMissing(MissingPolicy.MEAN));
    assertThat(data.records().array()).containsExactly(1, Double.NaN, Double.NaN, 3);
  }

  @Test
  void pixelsThatAreBytesAreScaled() {
    ReadOptions image = ReadOptions.defaults().withKind(ReadOptions.parseImage("1x2"));
    DataSet bytes = DataReader.read(sources.text("p.csv", "a,b\n0,255\n51,0\n"), image);
    assertThat(bytes.kind()).isEqualTo(InputKind.image(1, 2));
    assertThat(bytes.records().array()).containsExactly(0, 1, 0.2, 0);
    DataSet fractions = DataReader.read(sources.text("f.csv", "a,b\n0,1\n0.2,0\n"), image);
    assertThat(fractions.records().array()).containsExactly(0, 1, 0.2, 0);
  }

  @Test
  void recordsBeyondOneBlockStayInOrder() {
    StringBuilder text = new StringBuilder("a,b\n");
    int count = 600_000;
    for (int i = 0; i < count; i++) {
      text.append(i).append(',').append(-i).append('\n');
    }
    DataSet data = read(text.toString());
    assertThat(data.size()).isEqualTo(count);
    for (int i = 0; i < count; i += 997) {
      assertThat(data.records().at(i, 0)).isEqualTo(i);
      assertThat(data.records().at(i, 1)).isEqualTo(-i);
    }
  }

  @Test
  void dataSetNeverShowsARecord() {
    assertThat(read("a,b\n424242,2\n").toString()).doesNotContain("424242").contains("1 records");
  }
}
