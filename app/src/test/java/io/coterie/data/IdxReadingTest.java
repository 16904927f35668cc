package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.ErrorCode;
import io.coterie.plan.InputKind;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxReadingTest {
  @TempDir private Path folder;
  private Sources sources;

  @BeforeEach
  void open() {
    sources = new Sources(folder);
  }

  private DataSet read(String name, byte... content) {
    return DataReader.read(sources.bytes(name, content), ReadOptions.defaults());
  }

  @Test
  void imagesAreScaledToOne() {
    byte[] idx = Sources.idx(0x08, new int[] {2, 1, 2}, (byte) 0, (byte) 255, (byte) 51, (byte) 1);
    DataSet data = read("images-idx3-ubyte.gz", Sources.packed(idx));
    assertThat(data.kind()).isEqualTo(InputKind.image(1, 2));
    assertThat(data.columns()).containsExactly("p1", "p2");
    assertThat(data.records().array()).containsExactly(0, 1, 0.2, 1 / 255.0);
  }

  @Test
  void vectorsAreUnsignedBytes() {
    DataSet data =
        read("v.idx", Sources.idx(0x08, new int[] {1, 3}, (byte) 0, (byte) 200, (byte) 255));
    assertThat(data.kind()).isEqualTo(InputKind.vectors());
    assertThat(data.records().array()).containsExactly(0, 200, 255);
  }

  @Test
  void readsEveryTypeBigEndian() {
    int[] sizes = {1, 2};
    assertThat(read("a.idx", Sources.idx(0x09, sizes, (byte) -1, (byte) 5)).records().array())
        .containsExactly(-1, 5);
    byte[] shorts = ByteBuffer.allocate(4).putShort((short) -300).putShort((short) 7).array();
    assertThat(read("b.idx", Sources.idx(0x0B, sizes, shorts)).records().array())
        .containsExactly(-300, 7);
    byte[] integers = ByteBuffer.allocate(8).putInt(-70_000).putInt(7).array();
    assertThat(read("c.idx", Sources.idx(0x0C, sizes, integers)).records().array())
        .containsExactly(-70_000, 7);
    byte[] floats = ByteBuffer.allocate(8).putFloat(-1.5f).putFloat(0.25f).array();
    assertThat(read("d.idx", Sources.idx(0x0D, sizes, floats)).records().array())
        .containsExactly(-1.5, 0.25);
    byte[] doubles = ByteBuffer.allocate(16).putDouble(Math.PI).putDouble(-1e130).array();
    assertThat(read("e.idx", Sources.idx(0x0E, sizes, doubles)).records().array())
        .containsExactly(Math.PI, -1e130);
  }

  @Test
  void missingAndInfiniteFloatsAreRefused() {
    byte[] missing = ByteBuffer.allocate(8).putFloat(Float.NaN).putFloat(1).array();
    byte[] infinite = ByteBuffer.allocate(8).putFloat(1).putFloat(1 / 0f).array();
    assertThat(
            Sources.badData(sources.bytes("m.idx", Sources.idx(0x0D, new int[] {2, 1}, missing))))
        .contains("1 of 2 records", "--missing drop");
    assertThat(
            Sources.badData(sources.bytes("i.idx", Sources.idx(0x0D, new int[] {2, 1}, infinite))))
        .contains("infinite", "record 1");
  }

  @Test
  void announcedAndFoundSizesMustAgree() {
    byte[] little = Sources.idx(0x08, new int[] {3, 2}, new byte[5]);
    assertThat(Sources.badData(sources.bytes("l.idx.gz", Sources.packed(little))))
        .contains("announces 3 x 2 values in 6 bytes", "found 5 bytes");
    byte[] much = Sources.idx(0x08, new int[] {3, 2}, new byte[9]);
    assertThat(Sources.badData(sources.bytes("m.idx", much))).contains("found 9 bytes");
  }

  @Test
  void hugeAnnouncementTakesNoMemory() {
    byte[] hostile = Sources.idx(0x08, new int[] {20_000, 99_999}, new byte[10]);
    assertThat(Sources.badData(sources.bytes("h.idx", hostile))).contains("cannot hold them");
    assertThat(Sources.badData(sources.bytes("h.idx.gz", Sources.packed(hostile))))
        .contains("cannot hold them");
    byte[] impossible = Sources.idx(0x08, new int[] {1 << 30, 99_999}, new byte[10]);
    assertThat(Sources.badData(sources.bytes("i.idx", impossible))).contains("at most");
    byte[] none = Sources.idx(0x08, new int[] {0, 5});
    assertThat(Sources.badData(sources.bytes("n.idx", none))).contains("must be positive");
  }

  @Test
  void otherFilesAndDimensionsAreRefused() {
    assertThat(Sources.badData(sources.text("x.idx", "a,b\n1,2\n"))).contains("not an IDX file");
    assertThat(Sources.badData(sources.bytes("s.idx", new byte[] {0, 0, 8, 2, 0})))
        .contains("ends within its header");
    byte[] labels = Sources.idx(0x08, new int[] {3}, new byte[3]);
    assertThat(Sources.badData(sources.bytes("labels-idx1-ubyte", labels))).contains("--labels");
  }

  @Test
  void columnsHaveNoNames() {
    String source = sources.bytes("v.idx", Sources.idx(0x08, new int[] {1, 1}, (byte) 1));
    assertThat(
            Sources.failure(
                ErrorCode.USAGE, source, ReadOptions.defaults().withLabelColumn("label")))
        .contains("no names", "'label'");
  }

  @Test
  void vectorsMayBeDeclaredImages() {
    String source =
        sources.bytes("v.idx", Sources.idx(0x08, new int[] {1, 2}, (byte) 255, (byte) 0));
    DataSet data = DataReader.read(source, ReadOptions.defaults().withKind(InputKind.image(2, 1)));
    assertThat(data.kind()).isEqualTo(InputKind.image(2, 1));
    assertThat(data.records().array()).containsExactly(1, 0);
  }
}
