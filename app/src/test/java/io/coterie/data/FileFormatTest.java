package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.TextReadingTest.Kept;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose beginning does not say how they go on. */
class FileFormatTest {
  private static final int LINES = 60_000; // more than the first megabyte

  @TempDir private Path folder;
  private Sources sources;

  @BeforeEach
  void open() {
    sources = new Sources(folder);
  }

  private String late(String... last) {
    StringBuilder text = new StringBuilder("id;amount\n");
    for (int i = 0; i < LINES; i++) {
      text.append("row number ").append(i).append(";7\n");
    }
    return sources.text("late.csv", text + String.join("\n", last) + "\n");
  }

  private static ReadOptions options() {
    return ReadOptions.defaults().withIgnored(List.of("id"));
  }

  private void assertRefused(String source, String... words) {
    assertThatThrownBy(() -> DataReader.read(source, options()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContainingAll(words);
    assertThatThrownBy(() -> Kept.of(source, options()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void aLateNumberThatCanBeReadInTwoWaysIsAskedAbout() {
    assertRefused(late("a;1.718", "b;2.350"), "Column 'amount'", "two ways");
  }

  @Test
  void aLaterNumberDecides() {
    DataSet data = DataReader.read(late("a;1.718", "b;0.5"), options());
    assertThat(data.records().at(LINES, 0)).isEqualTo(1.718);
    List<List<String>> rows = Kept.of(late("a;1.718", "b;0.5"), options()).rows;
    assertThat(rows.get(rows.size() - 1)).containsExactly("b", "0.5");
  }

  @Test
  void aStyleThatComesLateIsNeverMixedUp() {
    assertThatThrownBy(() -> DataReader.read(late("a;1.718", "b;12,5"), options()))
        .hasMessageContaining("Column 'amount'")
        .hasMessageNotContaining("12,5");
    assertThatThrownBy(() -> Kept.of(late("a;1.718", "b;1.718.000"), options()))
        .hasMessageContaining("--thousands");
  }

  @Test
  void aLateByteThatIsNoUtf8IsRefused() {
    String text = "x,y\n" + "1,2\n".repeat(300_000);
    byte[] bytes = (text + "3,ä\n").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(Sources.badData(sources.bytes("late.csv", bytes)))
        .contains("not UTF-8 throughout", "--encoding windows-1252");
    bytes[bytes.length - 2] = 0;
    assertThat(Sources.badData(sources.bytes("late.csv", bytes))).contains("zero bytes");
  }

  @Test
  void charactersAcrossBuffersStayWhole() {
    for (Charset charset :
        List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      String name = "größe😀";
      String text = "x," + name + "\n" + ("1," + name + "\n").repeat(40_000);
      String source = sources.bytes("wide.csv", text.getBytes(charset));
      Kept kept = Kept.of(source, ReadOptions.defaults().withIgnored(List.of(name)));
      assertThat(kept.rows).hasSize(40_001).allMatch(row -> row.get(1).equals(name));
    }
  }

  @Test
  void linesLongerThanTheSampleAreReadWhole() {
    StringBuilder header = new StringBuilder();
    StringBuilder line = new StringBuilder();
    int width = 150_000;
    for (int j = 0; j < width; j++) {
      header.append(j == 0 ? "" : ",").append("feature_").append(j);
      line.append(j == 0 ? "" : ",").append("0.25");
    }
    String source = sources.text("wide.csv", header + "\n" + line + "\n" + line + "\n");
    DataSet data = DataReader.read(source, ReadOptions.defaults());
    assertThat(data.columns()).hasSize(width).last().isEqualTo("feature_" + (width - 1));
    assertThat(data.records().at(1, width - 1)).isEqualTo(0.25);
  }

  @Test
  void aFormatIsStatedOnlyForFilesThatNeedIt() {
    ReadOptions stated =
        ReadOptions.defaults()
            .withFormat(
                new FileFormat(
                    Optional.empty(), Optional.of(','), Optional.empty(), Optional.empty()));
    assertThat(Sources.failure(ErrorCode.USAGE, "iris", stated)).contains("--decimal", "Leave");
    assertThat(Sources.failure(ErrorCode.USAGE, "sql:SELECT 1 AS x", stated)).contains("Leave");
    ReadOptions sheet =
        ReadOptions.defaults()
            .withFormat(
                new FileFormat(
                    Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("a")));
    assertThat(Sources.failure(ErrorCode.USAGE, sources.text("a.csv", "x\n1\n"), sheet))
        .contains("no Excel workbook", "--sheet");
  }

  @Test
  void aStatedCommaSeparatesNothing() {
    ReadOptions stated =
        ReadOptions.defaults()
            .withFormat(
                new FileFormat(
                    Optional.empty(), Optional.of(','), Optional.empty(), Optional.empty()));
    String source = sources.text("one.csv", "x\n1,5\n2,25\n");
    assertThat(Kept.of(source, stated).rows)
        .containsExactly(List.of("x"), List.of("1.5"), List.of("2.25"));
  }
}
