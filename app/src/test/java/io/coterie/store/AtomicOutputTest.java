package io.coterie.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicOutputTest {
  @TempDir private Path folder;

  @Test
  void folderAppearsWholeAtTheEnd() throws IOException {
    Path target = folder.resolve("new/out");
    try (AtomicOutput staging = AtomicOutput.forFolder(target, false)) {
      Files.writeString(staging.file("run.json"), "x");
      assertThat(target).doesNotExist();
      staging.publishFolder();
    }
    assertThat(target.resolve("run.json")).hasContent("x");
    try (Stream<Path> files = Files.list(folder.resolve("new"))) {
      assertThat(files).containsExactly(target);
    }
  }

  @Test
  void unpublishedWorkLeavesNothing() throws IOException {
    try (AtomicOutput staging = AtomicOutput.forFolder(folder.resolve("a/b/out"), false)) {
      Files.writeString(staging.file("run.json"), "x");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void emptyFolderMayBeUsed() throws IOException {
    Path target = Files.createDirectory(folder.resolve("out"));
    try (AtomicOutput staging = AtomicOutput.forFolder(target, false)) {
      Files.writeString(staging.file("run.json"), "x");
      staging.publishFolder();
    }
    assertThat(target.resolve("run.json")).exists();
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void resultsAndNewFoldersAreTheirOwners() throws IOException {
    Path target = folder.resolve("new/out");
    try (AtomicOutput staging = AtomicOutput.forFolder(target, false)) {
      Files.writeString(staging.file("run.json"), "x");
      assertThat(permissions(staging.file("run.json").getParent())).isEqualTo("rwx------");
      staging.publishFolder();
    }
    assertThat(permissions(target.getParent())).isEqualTo("rwx------");
    assertThat(permissions(target)).isEqualTo("rwx------");
    assertThat(permissions(target.resolve("run.json"))).isEqualTo("rw-------");
  }

  @Test
  void aFolderThatWasThereKeepsItsPermissions() throws IOException {
    Path target = Files.createDirectory(folder.resolve("out"));
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-x---"));
    try (AtomicOutput staging = AtomicOutput.forFolder(target, false)) {
      Files.writeString(staging.file("run.json"), "x");
      staging.publishFolder();
    }
    assertThat(permissions(target)).isEqualTo("rwxr-x---");
    assertThat(permissions(target.resolve("run.json"))).isEqualTo("rw-------");
  }
}
