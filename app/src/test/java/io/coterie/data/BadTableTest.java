package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BadTableTest {
  @TempDir private Path folder;
  private Sources sources;

  @BeforeEach
  void open() {
    sources = new Sources(folder);
  }

  private String message(String content) {
    return Sources.badData(sources.text("data.csv", content));
  }

  @Test
  void raggedLineIsNamed() {
    assertThat(message("a,b,c\n1,2,3\n4,5\n6,7,8\n")).contains("Line 3 of", "has 2 cells", "has 3");
    assertThat(message("a,b,c\n1,2,3\n4,5,6,7\n")).contains("Line 3 of", "has 4 cells");
  }

  @Test
  void textInANumberColumnIsCountedAndNeverShown() {
    assertThat(message("a,b\n1,2\n3,secret\n5,6\n7,secret2\n9,10\n"))
        .contains("Column 'b'", "in 2 records", "first in line 3", "--ignore b")
        .doesNotContain("secret");
  }

  @Test
  void textColumnsAreListedWithTheWayOut() {
    assertThat(message("id,x,name,y\nu1,1,anna,2\nu2,3,bert,4\n"))
        .contains("Columns 'id', 'name'", "hold text", "--ignore id --ignore name")
        .doesNotContain("anna")
        .doesNotContain("--labels");
    assertThat(message("id,x\nu1,1\nu2,2\n")).contains("Column 'id'", "--ignore id");
  }

  @Test
  void lastColumnOfFewTextsLooksLikeLabels() {
    assertThat(message("x,species\n1,setosa\n2,setosa\n3,virginica\n4,virginica\n"))
        .contains("--labels species", "--ignore species")
        .doesNotContain("setosa");
    assertThat(message("x,id\n1,a\n2,b\n3,c\n4,d\n"))
        .contains("--ignore id")
        .doesNotContain("--labels");
  }

  @Test
  void recordIsNotTakenForNames() {
    assertThat(message("anna,12\nbert,13\n")).contains("'column1'").doesNotContain("anna");
    assertThat(message("anna,34,unknown\nbert,35,12\ncarl,36,13\n"))
        .contains("'column1'")
        .doesNotContain("anna");
    assertThat(message("anna,berlin\nbert,paris\n"))
        .contains("'column1', 'column2'")
        .doesNotContain("anna");
  }

  @Test
  void headerAloneIsRefused() {
    assertThat(message("a,b\n")).contains("header and no records");
  }

  @Test
  void emptyFilesAreRefused() {
    assertThat(message("")).contains("is empty");
    assertThat(message("\n \n\n")).contains("is empty");
    assertThat(Sources.badData(sources.bytes("e.csv.gz", Sources.packed()))).contains("is empty");
  }

  @Test
  void truncatedAndDamagedGzipIsRefused() {
    byte[] packed = Sources.packed("a,b\n1,2\n".repeat(100).getBytes(StandardCharsets.UTF_8));
    assertThat(Sources.badData(sources.bytes("t.csv.gz", Arrays.copyOf(packed, packed.length - 9))))
        .contains("truncated");
    packed[packed.length - 6] ^= 1;
    assertThat(Sources.badData(sources.bytes("d.csv.gz", packed))).contains("damaged");
  }

  @Test
  void binaryFilesAreRefused() {
    assertThat(Sources.badData(sources.bytes("x.npy", new byte[] {1, 2, 0, 3})))
        .contains("neither text", "Parquet");
  }

  @Test
  void openQuoteIsRefused() {
    assertThat(message("a,b\n1,\"2\n3,4\n")).contains("never closed");
  }

  @Test
  void infinitiesAreRefused() {
    assertThat(message("a,b\n1,2\n3,inf\n4,-Infinity\n5,1e999\n"))
        .contains("Column 'b'", "infinite in 3 of 4 records", "record 1");
  }

  @Test
  void missingValuesAreRefusedWithCounts() {
    assertThat(message("a,b,c\n1,,3\n4,NA,6\n7,8,?\n9,9,9\n"))
        .contains(
            "3 of 4 records", "2 of 3 columns ('b', 'c')", "--missing mean", "--missing drop");
  }

  @Test
  void dropMustLeaveARecord() {
    String message =
        Sources.failure(
            ErrorCode.BAD_DATA,
            sources.text("data.csv", "a,b\n1,\n,2\n"),
            ReadOptions.defaults().withMissing(MissingPolicy.DROP));
    assertThat(message).contains("All 2 records", "--missing mean");
  }

  @Test
  void unknownColumnNamesTheNearest() {
    String source = sources.text("data.csv", "width,label\n1,2\n");
    assertThat(
            Sources.failure(
                ErrorCode.USAGE, source, ReadOptions.defaults().withLabelColumn("lable")))
        .contains("no column 'lable'", "Did you mean 'label'?");
    assertThat(
            Sources.failure(
                ErrorCode.USAGE, source, ReadOptions.defaults().withIgnored(List.of("hospital"))))
        .contains("'width', 'label'");
  }

  @Test
  void columnsMustDifferAndLeaveAFeature() {
    assertThat(message("a,b,a\n1,2,3\n")).contains("same name", "column 3 of 3");
    assertThat(
            Sources.failure(
                ErrorCode.USAGE,
                sources.text("data.csv", "a\n1\n"),
                ReadOptions.defaults().withIgnored(List.of("a"))))
        .contains("set aside");
  }

  @Test
  void imageShapeMustFit() {
    assertThat(
            Sources.failure(
                ErrorCode.USAGE,
                sources.text("data.csv", "a,b,c\n1,2,3\n"),
                ReadOptions.defaults().withKind(ReadOptions.parseImage("99999x99999"))))
        .contains("9999800001 pixels", "3 feature columns");
    assertThatThrownBy(() -> ReadOptions.parseImage("28"))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("28x28");
    assertThatThrownBy(() -> MissingPolicy.parse("median"))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("refuse, mean or drop");
  }

  @Test
  void missingFileAndUnknownNamesAreExplained() {
    assertThat(Sources.badData(folder.resolve("none.csv").toString())).contains("There is no file");
    assertThat(Sources.badData(folder.toString())).contains("is a folder");
    ReadOptions options = ReadOptions.defaults();
    assertThat(Sources.failure(ErrorCode.USAGE, "irsi", options)).contains("Did you mean 'iris'?");
    assertThat(Sources.failure(ErrorCode.USAGE, "mon:200", options)).contains("'moon'");
    assertThat(Sources.failure(ErrorCode.USAGE, "customers", options))
        .contains("iris, wdbc, moon, ring, blobs")
        .doesNotContain("Did you mean");
  }
}
