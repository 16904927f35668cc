package io.coterie.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files give a data set or an explanation, never another exception. */
class HostileFileTest {
  private static final int TRIALS = 400;

  @TempDir private Path folder;

  private void damage(String name, byte... whole) {
    SplittableRandom random = new Seed(5).child(name).random();
    for (int trial = 0; trial < TRIALS; trial++) {
      byte[] bytes = Arrays.copyOf(whole, whole.length - random.nextInt(whole.length / 2));
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      String source = new Sources(folder).bytes(name, bytes);
      Throwable thrown = catchThrowable(() -> DataReader.read(source, ReadOptions.defaults()));
      if (thrown != null) {
        assertThat(thrown).isInstanceOf(CoterieException.class);
        assertThat(thrown.getMessage()).contains(name).doesNotContain("null");
      }
    }
  }

  @Test
  void damagedTextIsExplained() {
    damage(
        "t.csv",
        "a;\"b\";c\r\n1;2;3\r\n4;\"5\";6\r\n-7.5e1;8;9\n".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void damagedGzipIsExplained() {
    damage("t.csv.gz", Sources.packed("a,b\n1,2\n3,4\n".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void damagedIdxIsExplained() {
    damage("i.idx", Sources.idx(0x0D, new int[] {3, 2, 2}, new byte[48]));
  }

  @Test
  void damagedJsonIsExplained() {
    damage("t.json", "[{\"a\":1,\"b\":\"2\"},{\"a\":3,\"b\":4.5}]".getBytes(UTF_8));
  }

  @Test
  void damagedWorkbooksAreExplained() throws IOException {
    damage("t.xlsx", Files.readAllBytes(Path.of("src/test/resources/awkward/dates.xlsx")));
  }

  /** A workbook whose parts are replaced, packed again. */
  private String workbook(String part, byte[] start, int repeats, byte[] again) throws IOException {
    Path target = folder.resolve("bomb.xlsx");
    try (ZipFile source = new ZipFile("src/test/resources/awkward/title.xlsx");
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(target))) {
      for (ZipEntry entry : Collections.list(source.entries())) {
        out.putNextEntry(new ZipEntry(entry.getName()));
        if (entry.getName().equals(part)) {
          out.write(start);
          for (int i = 0; i < repeats; i++) {
            out.write(again);
          }
        } else {
          source.getInputStream(entry).transferTo(out);
        }
        out.closeEntry();
      }
    }
    return target.toString();
  }

  /** The parser of Java must not print lines of its own. */
  @Test
  void bytesOfAWorkbookThatAreNoTextAreRefusedInOneMessage() throws IOException {
    byte[] cell =
        "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>".getBytes(UTF_8);
    String source = workbook("xl/worksheets/sheet1.xml", cell, 1, new byte[] {(byte) 0xff});
    PrintStream screen = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, UTF_8));
    try {
      assertThat(Sources.badData(source)).contains("damaged");
    } finally {
      System.setErr(screen);
    }
    assertThat(printed.toString(UTF_8)).isEmpty();
  }

  @Test
  void workbooksThatUnpackToFarMoreAreRefused() throws IOException {
    byte[] blanks = " ".repeat(1 << 20).getBytes(UTF_8);
    byte[] sheet = "<worksheet><sheetData>".getBytes(UTF_8);
    assertThat(Sources.badData(workbook("xl/worksheets/sheet1.xml", sheet, 80, blanks)))
        .contains("unpacks to far more");
    byte[] cell =
        "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>".getBytes(UTF_8);
    byte[] letters = "a".repeat(1 << 20).getBytes(UTF_8);
    assertThat(Sources.badData(workbook("xl/worksheets/sheet1.xml", cell, 3, letters)))
        .contains("more than 1048576 characters");
  }

  @Test
  void externalEntitiesOfWorkbooksAreNeverFetched() throws IOException {
    String secret = new Sources(folder).text("secret.txt", "hunter2");
    byte[] sheet =
        ("<!DOCTYPE x [<!ENTITY e SYSTEM 'file://%s'>]><worksheet><sheetData><row r='1'>"
                + "<c r='A1' t='inlineStr'><is><t>&e;</t></is></c></row></sheetData></worksheet>")
            .formatted(secret)
            .getBytes(UTF_8);
    assertThat(Sources.badData(workbook("xl/worksheets/sheet1.xml", sheet, 0, sheet)))
        .contains("damaged")
        .doesNotContain("hunter2");
  }

  @Test
  void deepAndEndlessJsonIsExplained() {
    Sources sources = new Sources(folder);
    assertThat(Sources.badData(sources.text("deep.json", "[".repeat(100_000)))).contains("object");
    assertThat(Sources.badData(sources.text("key.json", "{\"" + "a".repeat(1 << 21) + "\":1}")))
        .contains("not valid JSON");
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      many.append("{\"k").append(i).append("\":1}\n");
    }
    assertThat(Sources.badData(sources.text("many.jsonl", many.toString())))
        .contains("more than 10000 different names");
  }
}
