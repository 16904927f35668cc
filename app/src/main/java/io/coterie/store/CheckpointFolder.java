package io.coterie.store;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.method.LongWork.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A site's checkpoints of one study, a file each, which the site's owner alone may read. The folder
 * appears with the first of them.
 *
 * @param folder of this study's checkpoints and nothing else
 */
public record CheckpointFolder(Path folder) implements Checkpoints {
  private static final String ENDING = ".checkpoint";

  public CheckpointFolder {
    requireNonNull(folder, "folder is null");
  }

  /** Returns what was kept; nothing where it cannot be read, since it can be worked out again. */
  @Override
  public Optional<byte[]> find(String key) {
    try {
      Path file = file(key);
      return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void keep(String key, byte[] state) {
    Path file = file(key);
    try {
      PrivateFiles.createFolder(folder);
      PrivateFiles.replace(file, state);
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          ("The state of a training (%d bytes) cannot be written to %s (%s). Make room or correct the"
                  + " permissions, then start the same command again; it continues after the last state"
                  + " that was written.")
              .formatted(state.length, folder, e.getClass().getSimpleName()),
          e);
    }
  }

  private Path file(String key) {
    if (!key.matches("[A-Za-z0-9]{1,100}")) {
      throw new IllegalArgumentException("A key of a checkpoint is 1 to 100 letters and digits.");
    }
    return folder.resolve(key + ENDING);
  }

  public void remove() {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> own =
          files.filter(file -> file.getFileName().toString().contains(ENDING)).toList();
      for (Path file : own) {
        Files.delete(file);
      }
      Files.deleteIfExists(folder);
      Files.deleteIfExists(folder.toAbsolutePath().getParent()); // fails if of other studies, too
    } catch (IOException e) {
      // Somebody else's files are in it; what is left harms nobody.
    }
  }
}
