package io.coterie.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.coterie.CoterieException;
import io.coterie.math.Seed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
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
}
