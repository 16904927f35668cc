package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.DataSet.Positions;
import io.coterie.math.IntVector;
import io.coterie.message.Labels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelLinesTest {
  private static final Positions KEPT = Positions.kept(new int[] {0, 2, 5}, 6);
  private static final List<String> SITES = List.of("berlin", "paris, \"nord\"", "berlin");
  private static final Labels CLUSTERS = Labels.of(new int[] {1, 0, 1}, 2);

  @TempDir private Path folder;

  private static LabelLines lines(Positions positions) {
    return new LabelLines(IntVector.of(positions.toArray()), SITES, CLUSTERS);
  }

  @Test
  void writesPositionsOfTheInput() throws IOException {
    Path target = folder.resolve("new").resolve("labels.csv");
    lines(KEPT).write(target);
    assertThat(target)
        .hasContent("record,site,cluster\n0,berlin,2\n2,\"paris, \"\"nord\"\"\",1\n5,berlin,2\n");
    try (Stream<Path> files = Files.list(target.getParent())) {
      assertThat(files).containsExactly(target);
    }
  }

  @Test
  void replacesAnOlderAnswer() throws IOException {
    Path target = Files.writeString(folder.resolve("labels.csv"), "old");
    lines(KEPT).write(target);
    assertThat(target).content().startsWith("record,site,cluster\n");
  }

  @Test
  void writesParquet() throws IOException {
    Path target = folder.resolve("labels.parquet");
    lines(KEPT).write(target);
    DataSet back =
        DataReader.read(target.toString(), ReadOptions.defaults().withIgnored(List.of("site")));
    assertThat(back.columns()).containsExactly("record", "cluster");
    assertThat(back.records().array()).containsExactly(0, 2, 2, 1, 5, 2);
    assertThat(back.setAside()).containsEntry("site", SITES);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(target);
    }
  }

  /** A spreadsheet would run a site's name that begins as a formula; other programs read it. */
  @Test
  void noNameOfASiteIsAFormula() throws IOException {
    List<String> sites = List.of("=HYPERLINK(\"x\")", "-5", "@SUM(A1)");
    LabelLines lines = new LabelLines(IntVector.of(KEPT.toArray()), sites, CLUSTERS);
    Path csv = folder.resolve("labels.csv");
    lines.write(csv);
    assertThat(csv)
        .hasContent("record,site,cluster\n0,\"'=HYPERLINK(\"\"x\"\")\",2\n2,-5,1\n5,'@SUM(A1),2\n");
    assertThat(ClustersReader.read(csv.toString(), KEPT).clusters().size()).isEqualTo(3);
    Path parquet = folder.resolve("labels.parquet");
    lines.write(parquet);
    DataSet back =
        DataReader.read(parquet.toString(), ReadOptions.defaults().withIgnored(List.of("site")));
    assertThat(back.setAside()).containsEntry("site", sites);
  }

  @Test
  void placeThatCannotBeWrittenIsExplained() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    CoterieException failure =
        catchThrowableOfType(
            CoterieException.class, () -> lines(KEPT).write(file.resolve("labels.csv")));
    assertThat(failure.code()).isEqualTo(ErrorCode.OUTPUT);
    assertThat(failure).hasMessageContaining("cannot be written");
  }

  @Test
  void sizesMustAgree() {
    assertThatThrownBy(() -> lines(Positions.all(4))).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void positionsMustAscendWithinTheInput() {
    assertThatThrownBy(() -> Positions.kept(new int[] {2, 1}, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Positions.kept(new int[] {0, 3}, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
