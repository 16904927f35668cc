package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.data.DataSet.Positions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelReaderTest {
  private static final Positions THREE = Positions.all(3);

  @TempDir private Path folder;
  private Sources sources;

  @BeforeEach
  void open() {
    sources = new Sources(folder);
  }

  private List<String> read(String content) {
    return LabelReader.read(sources.text("labels.csv", content), THREE);
  }

  @Test
  void readsIdx() {
    byte[] idx = Sources.idx(0x08, new int[] {3}, (byte) 7, (byte) 0, (byte) 255);
    assertThat(LabelReader.read(sources.bytes("l-idx1-ubyte.gz", Sources.packed(idx)), THREE))
        .containsExactly("7", "0", "255");
  }

  @Test
  void readsOneColumnWithAndWithoutName() {
    assertThat(read("1\n2\n1\n")).containsExactly("1", "2", "1");
    assertThat(read("label\n1\n2\n1")).containsExactly("1", "2", "1");
    assertThat(read("u\nv\nu\n")).containsExactly("u", "v", "u");
    assertThat(read("truth\nu\nv\nu\n")).containsExactly("u", "v", "u");
    assertThat(read("u\n\nv\n\n\n")).containsExactly("u", "", "v");
  }

  @Test
  void readsANamedColumn() {
    byte[] table = "id,kind\n1,u\n2,v\n3,u\n".getBytes(StandardCharsets.UTF_8);
    String file = sources.bytes("t.csv.gz", Sources.packed(table));
    assertThat(LabelReader.read(file + "#kind", THREE)).containsExactly("u", "v", "u");
    assertThatThrownBy(() -> LabelReader.read(file, THREE))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("2 columns")
        .hasMessageContaining("t.csv.gz#kind");
    assertThatThrownBy(() -> LabelReader.read(file + "#kidn", THREE))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("Did you mean 'kind'?");
  }

  @Test
  void keepsTheLabelsOfKeptRecords() {
    String file = sources.text("labels.txt", "u\nv\nw\n");
    assertThat(LabelReader.read(file, Positions.kept(new int[] {0, 2}, 3)))
        .containsExactly("u", "w");
  }

  @Test
  void lengthMustFit() {
    assertThatThrownBy(() -> read("1\n2\n"))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("2 labels")
        .hasMessageContaining("3 records");
    // One word too few and a name on top must not pass for three labels.
    assertThatThrownBy(() -> read("label\nu\nv\n")).hasMessageContaining("2 labels");
    assertThatThrownBy(() -> read("1\n2\n1\n2\n")).hasMessageContaining("4 labels");
  }

  @Test
  void firstLabelOfANamedColumnIsNotTakenForAName() {
    String file = sources.text("t.csv", "id,kind\n1,w\n2,v\n3,u\n4,u\n");
    assertThatThrownBy(() -> LabelReader.read(file + "#kind", THREE))
        .hasMessageContaining("4 labels");
  }

  @Test
  void parquetIsRefused() {
    String file = sources.text("l.parquet", "PAR1");
    assertThatThrownBy(() -> LabelReader.read(file, THREE))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("CSV text or IDX");
  }

  @Test
  void missingFileIsNamed() {
    assertThatThrownBy(() -> LabelReader.read("nowhere.csv#x", THREE))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("no labels file nowhere.csv.");
  }

  @Test
  void imagesAreNoLabels() {
    String file = sources.bytes("x.idx", Sources.idx(0x08, new int[] {1, 3}, new byte[3]));
    assertThatThrownBy(() -> LabelReader.read(file, THREE)).hasMessageContaining("2 dimensions");
  }
}
