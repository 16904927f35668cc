package io.coterie.bench.speed;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for what contenders read and write; it goes with the run, also with a broken one. */
final class Scratch implements AutoCloseable {
  private final Path folder;
  private final Thread atExit = new Thread(this::remove, "end of a scratch folder");

  Scratch() {
    try {
      folder = Files.createTempDirectory("coterie-speed");
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "There is no room for temporary files (%s). Choose another folder for them with"
                  .formatted(e.getClass().getSimpleName())
              + " COTERIE_JAVA_OPTS=-Djava.io.tmpdir=DIR.",
          e);
    }
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  Path folder() {
    return folder;
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  Path newFolder(String name) {
    try {
      return Files.createDirectories(file(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (forget(atExit)) {
      remove();
    }
  }

  /** Returns false if this process is ending, so that the thread does its work. */
  static boolean forget(Thread atExit) {
    try {
      return Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private void remove() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        boolean unused = Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // What is left is in the system's folder for temporary files.
    }
  }
}
