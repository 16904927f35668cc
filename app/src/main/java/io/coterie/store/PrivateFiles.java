package io.coterie.store;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** Files that their owner alone may read, and that survive a crash once written. */
public final class PrivateFiles {
  /** A file lock holds against other processes, this one among the threads of this process. */
  private static final ReentrantLock THREADS = new ReentrantLock();

  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.complementOf(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

  private PrivateFiles() {}

  public interface Work<T> {
    T on(FileChannel channel) throws IOException;
  }

  /** Opens a file, or makes it, and works on it while nobody else does. */
  public static <T> T exclusively(Path file, Work<T> work) throws IOException {
    THREADS.lock();
    try (FileChannel channel = open(file);
        FileLock lock = channel.lock()) {
      requireNonNull(lock, "lock is null");
      return work.on(channel);
    } finally {
      THREADS.unlock();
    }
  }

  public static void createFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, permissions(folder, "rwx------"));
    }
  }

  /** Opens a file to read and write it, or makes it. */
  public static FileChannel open(Path file) throws IOException {
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    return FileChannel.open(file, options, permissions(file, "rw-------"));
  }

  /**
   * Opens a file to write at its end, or makes it; one that others could read is closed to them. An
   * interrupt of a thread that writes does not close it, as it would a channel.
   */
  public static OutputStream append(Path file) throws IOException {
    open(file).close();
    if (isPosix(file) && Files.isRegularFile(file)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return new FileOutputStream(file.toFile(), true);
  }

  /**
   * Refuses a secret that others than its owner could read or change.
   *
   * @param what the file is, for the message
   */
  public static void requireOwnersAlone(String what, Path file) {
    if (!Files.exists(file) || !isPosix(file)) {
      return;
    }
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      if (permissions.stream().anyMatch(OTHERS::contains)) {
        throw CoterieException.badData(
            ("The %s %s is open to others than its owner (%s). If nobody can have copied it, run:"
                    + " chmod 600 %s")
                .formatted(what, file, PosixFilePermissions.toString(permissions), file));
      }
    } catch (IOException e) {
      throw CoterieException.badData(
          "The permissions of %s cannot be read (%s)."
              .formatted(file, e.getClass().getSimpleName()));
    }
  }

  /** Writes a whole file in place of another; after a crash it is the one or the other. */
  public static void replace(Path file, String text) throws IOException {
    replace(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a whole file of bytes in the same way. */
  static void replace(Path file, byte[] content) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    try (FileChannel channel = open(fresh)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    try {
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }
    force(file.toAbsolutePath().getParent());
  }

  /** Makes the names in a folder survive a crash, where the system can. */
  public static void force(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Windows opens no folders; its file system keeps names by itself.
    }
  }

  /** Leaves a file or a folder to its owner. */
  static void closeToOthers(Path file) throws IOException {
    if (isPosix(file)) {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      if (permissions.removeAll(OTHERS)) {
        Files.setPosixFilePermissions(file, permissions);
      }
    }
  }

  /** Leaves a folder and all that is in it to their owner. */
  static void closeAllToOthers(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.toList();
    }
    for (Path each : all) {
      closeToOthers(each);
    }
  }

  static void copyPermissions(Path from, Path to) throws IOException {
    if (isPosix(from)) {
      Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
    }
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] permissions(Path file, String permissions) {
    return isPosix(file)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
