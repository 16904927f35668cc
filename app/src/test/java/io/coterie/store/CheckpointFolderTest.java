package io.coterie.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {
  @TempDir private Path home;

  private List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void keepsTheLastStateForItsOwnerAlone() throws IOException {
    Path folder = home.resolve("checkpoints-a").resolve("study");
    CheckpointFolder checkpoints = new CheckpointFolder(folder);
    assertThat(checkpoints.find("k1")).isEmpty();
    assertThat(folder).doesNotExist();

    checkpoints.keep("k1", new byte[] {1, 2});
    checkpoints.keep("k1", new byte[] {3});
    checkpoints.keep("k2", new byte[] {4});

    CheckpointFolder again = new CheckpointFolder(folder);
    assertThat(again.find("k1")).contains(new byte[] {3});
    assertThat(files(folder)).hasSize(2);
    for (Path file : files(folder)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    again.remove();
    assertThat(home.resolve("checkpoints-a")).doesNotExist();
    assertThat(again.find("k1")).isEmpty();
    again.remove();
  }

  @Test
  void removesNothingOfOthers() throws IOException {
    CheckpointFolder one = new CheckpointFolder(home.resolve("c").resolve("one"));
    CheckpointFolder two = new CheckpointFolder(home.resolve("c").resolve("two"));
    one.keep("k", new byte[] {1});
    two.keep("k", new byte[] {2});
    one.remove();
    assertThat(two.find("k")).contains(new byte[] {2});
  }

  @Test
  void saysWhatToDoWhereNothingCanBeWritten() throws IOException {
    Path file = Files.writeString(home.resolve("file"), "");
    assertThatThrownBy(() -> new CheckpointFolder(file.resolve("study")).keep("k", new byte[1]))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("cannot be written");
    assertThatThrownBy(() -> new CheckpointFolder(home).keep("../k", new byte[1]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
