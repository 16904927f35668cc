package io.coterie.store.ledger;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.store.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/**
 * The privacy ledgers of a site, one for each data source, and the key that names and seals them.
 * Which ledger belongs to which source only the key can tell.
 *
 * <p>Thread-safe.
 */
public final class LedgerFolder {
  private static final String KEY_FILE = "key";
  private static final String EXTENSION = ".jsonl";

  private final Path folder;
  private final Clock clock;

  public LedgerFolder(Path folder) {
    this(folder, Clock.systemUTC());
  }

  LedgerFolder(Path folder, Clock clock) {
    this.folder = requireNonNull(folder, "folder is null");
    this.clock = clock;
  }

  /**
   * Returns the ledger of a data source, which starts when it is first written.
   *
   * @param source what the source is, always in the same words: the real path of a file, or the URL
   *     and query of a database
   */
  public LedgerFile ledger(String source) {
    LedgerKey key = key();
    return new LedgerFile(folder.resolve(key.name(source) + EXTENSION), key, clock);
  }

  public List<LedgerFile> ledgers() {
    List<Path> files = files();
    if (files.isEmpty()) {
      return List.of();
    }
    LedgerKey key = key();
    return files.stream().map(file -> new LedgerFile(file, key, clock)).toList();
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(EXTENSION)).sorted().toList();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private LedgerKey key() {
    Path file = folder.resolve(KEY_FILE);
    if ((!Files.exists(file) || file.toFile().length() == 0) && !files().isEmpty()) {
      // A new key would give every source a new ledger, and so a new budget.
      throw CoterieException.badData(
          "The privacy ledgers in %s have lost their key; restore the file %s from a backup."
              .formatted(folder, file));
    }
    PrivateFiles.requireOwnersAlone("key of the privacy ledgers", file);
    try {
      PrivateFiles.createFolder(folder);
      return PrivateFiles.exclusively(file, channel -> key(file, channel));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private LedgerKey key(Path file, FileChannel channel) throws IOException {
    if (channel.size() == 0) {
      channel.write(ByteBuffer.wrap(LedgerKey.newSecret()), 0);
      channel.force(true);
      PrivateFiles.force(folder);
    }
    ByteBuffer secret = ByteBuffer.allocate(LedgerKey.BYTES);
    if (channel.size() != LedgerKey.BYTES || channel.read(secret, 0) != LedgerKey.BYTES) {
      throw CoterieException.badData(
          "The key of the privacy ledgers, %s, is damaged; restore it from a backup."
              .formatted(file));
    }
    return new LedgerKey(secret.array());
  }

  private CoterieException unusable(IOException cause) {
    return new CoterieException(
        ErrorCode.OUTPUT,
        ("The folder of privacy ledgers, %s, cannot be used (%s). Check its permissions, or choose"
                + " another with --ledger-dir.")
            .formatted(folder, cause.getClass().getSimpleName()),
        cause);
  }
}
