package io.coterie.store;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A hidden folder beside the place where an answer is to appear. The answer is written here and
 * moved at the end, so that it appears whole or not at all; whatever ends the program before that,
 * an interrupt included, takes the folder away again.
 *
 * <p>Not thread-safe.
 */
public final class AtomicOutput implements AutoCloseable {
  /** The files that a run writes; a folder with any other file is never replaced. */
  private static final Set<String> OWN_FILES =
      Set.of(
          "labels.csv",
          "labels.parquet",
          "model.json",
          "run.json",
          "report.html",
          "report.json",
          "audit.json",
          "audit.html",
          "audit.png");

  /** A folder with one for the report of each site of a simulation. */
  public static final String SITE_REPORTS = "site-reports";

  /** Who may read what is written, besides those that the owner lets in later. */
  public enum Readers {
    /** Its owner only, as for everything that comes of records. */
    OWNER,
    /** Those that the system usually lets: keys have their own permissions. */
    USUAL
  }

  private final Path target;
  private final Path folder;
  private final List<Path> newParents;
  private final Readers readers;
  private final Thread cleaner = new Thread(this::clean);
  private boolean done;

  private AtomicOutput(Path target, Path folder, List<Path> newParents, Readers readers) {
    this.target = requireNonNull(target);
    this.readers = readers;
    this.folder = folder;
    this.newParents = newParents;
    Runtime.getRuntime().addShutdownHook(cleaner);
  }

  /** Prepares for a folder of its owner; an existing one must be empty, or replaced by force. */
  public static AtomicOutput forFolder(Path target, boolean force) {
    return forFolder(target, force, Readers.OWNER);
  }

  private static AtomicOutput forFolder(Path target, boolean force, Readers readers) {
    Path whole = target.toAbsolutePath().normalize();
    if (Files.exists(whole) && !Files.isDirectory(whole)) {
      throw output("--out %s is a file; name a folder.".formatted(target));
    }
    if (Files.isDirectory(whole)) {
      List<String> names = names(whole);
      for (String name : names) {
        if (!isOwn(whole, name)) {
          throw output(
              ("The folder %s holds other files than a run's, %s for one; choose another with"
                      + " --out. Not even --force replaces it.")
                  .formatted(target, name));
        }
      }
      if (!force && !names.isEmpty()) {
        throw output(
            "The folder %s holds an earlier run; choose another with --out, or say --force."
                .formatted(target));
      }
    }
    return open(target, whole, readers);
  }

  /** A run's file, or the folder of the sites' reports with nothing else in it. */
  private static boolean isOwn(Path folder, String name) {
    Path reports = folder.resolve(name);
    return OWN_FILES.contains(name)
        || (name.equals(SITE_REPORTS)
            && Files.isDirectory(reports, LinkOption.NOFOLLOW_LINKS)
            && names(reports).stream()
                .map(reports::resolve)
                .allMatch(
                    site ->
                        Files.isDirectory(site, LinkOption.NOFOLLOW_LINKS)
                            && OWN_FILES.containsAll(names(site))));
  }

  public interface Work<T> {
    T on(AtomicOutput staging) throws IOException;
  }

  /** Prepares for a folder, which appears at its place when the work is done. */
  public static <T> T writeFolder(Path target, boolean force, Readers readers, Work<T> work) {
    try (AtomicOutput staging = forFolder(target, force, readers)) {
      try {
        T result = work.on(staging);
        staging.publishFolder();
        return result;
      } catch (IOException e) {
        throw staging.unwritten(e);
      }
    }
  }

  /** Prepares for a single file of its owner; an existing one is replaced only by force. */
  public static AtomicOutput forFile(Path target, boolean force) {
    return forFile(target, force, Readers.OWNER);
  }

  private static AtomicOutput forFile(Path target, boolean force, Readers readers) {
    Path whole = target.toAbsolutePath().normalize();
    if (Files.isDirectory(whole)) {
      throw output("--out %s is a folder; name a file in it.".formatted(target));
    }
    if (Files.exists(whole) && !force) {
      throw output(
          "The file %s exists; choose another with --out, or say --force.".formatted(target));
    }
    return open(target, whole, readers);
  }

  /** Writes a whole text file or nothing; an existing one is replaced only by force. */
  public static void writeText(Path target, boolean force, Readers readers, String text) {
    try (AtomicOutput staging = forFile(target, force, readers)) {
      String name = target.getFileName().toString();
      try {
        Files.writeString(staging.file(name), text);
      } catch (IOException e) {
        throw staging.unwritten(e);
      }
      staging.publishFile(name);
    }
  }

  private static AtomicOutput open(Path asGiven, Path whole, Readers readers) {
    List<Path> newParents = new ArrayList<>();
    for (Path parent = whole.getParent();
        parent != null && !Files.exists(parent, LinkOption.NOFOLLOW_LINKS);
        parent = parent.getParent()) {
      newParents.add(parent);
    }
    try {
      if (whole.getParent() == null) {
        throw new IOException("the root cannot be replaced");
      }
      if (readers == Readers.OWNER) {
        PrivateFiles.createFolder(whole.getParent());
      } else {
        Files.createDirectories(whole.getParent());
      }
      Path folder =
          whole.resolveSibling(
              ".%s.%d".formatted(whole.getFileName(), ProcessHandle.current().pid()));
      Files.createDirectory(folder);
      if (readers == Readers.OWNER) {
        PrivateFiles.closeToOthers(folder);
      }
      return new AtomicOutput(whole, folder, newParents, readers);
    } catch (IOException e) {
      deleteEmpty(newParents);
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "Nothing can be written to %s (%s). Choose another place with --out, or check its permissions."
              .formatted(asGiven, e.getClass().getSimpleName()),
          e);
    }
  }

  public Path file(String name) {
    return folder.resolve(name);
  }

  /** Lets the whole folder appear at its place, instead of an earlier one. */
  public void publishFolder() {
    Path old = folder.resolveSibling(folder.getFileName() + ".old");
    try {
      boolean replaces = Files.exists(target);
      if (readers == Readers.OWNER) {
        PrivateFiles.closeAllToOthers(folder);
      }
      if (replaces) {
        PrivateFiles.copyPermissions(target, folder); // its maker chose them
      }
      if (replaces) {
        Files.move(target, old);
      }
      try {
        Files.move(folder, target);
      } catch (IOException e) {
        if (replaces) {
          Files.move(old, target);
        }
        throw e;
      }
      finish();
      if (replaces) {
        deleteAllQuietly(old);
      }
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  /** Lets one file appear at its place, instead of an earlier one. */
  public void publishFile(String name) {
    try {
      if (readers == Readers.OWNER) {
        PrivateFiles.closeToOthers(file(name));
      }
      try {
        Files.move(file(name), target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(file(name), target, StandardCopyOption.REPLACE_EXISTING);
      }
      deleteAll(folder);
      finish();
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  /** Returns the error of an answer that could not be written. */
  public CoterieException unwritten(IOException cause) {
    return new CoterieException(
        ErrorCode.OUTPUT,
        "%s cannot be written (%s). Check the folder, its permissions and the free space."
            .formatted(target, cause.getClass().getSimpleName()),
        cause);
  }

  private void finish() {
    done = true;
    unhook();
  }

  @Override
  public void close() {
    if (!done) {
      clean();
      unhook();
    }
  }

  private void unhook() {
    try {
      Runtime.getRuntime().removeShutdownHook(cleaner);
    } catch (IllegalStateException e) {
      // The program is ending; the hook does the same work.
    }
  }

  private void clean() {
    // A writer that is still at work may add a file after the listing.
    for (int attempt = 0; attempt < 3 && Files.exists(folder); attempt++) {
      deleteAllQuietly(folder);
    }
    deleteEmpty(newParents);
  }

  private static void deleteAllQuietly(Path folder) {
    try {
      deleteAll(folder);
    } catch (IOException e) {
      // Nobody is left to be told; the name of the folder says what it is.
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(folder)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }

  private static void deleteEmpty(List<Path> folders) {
    for (Path folder : folders) {
      try {
        Files.deleteIfExists(folder);
      } catch (IOException e) {
        return; // somebody else put something there
      }
    }
  }

  private static List<String> names(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The folder %s may not be read; choose another with --out.".formatted(folder),
          e);
    }
  }

  private static CoterieException output(String message) {
    return new CoterieException(ErrorCode.OUTPUT, message);
  }
}
