package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.store.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A journal in one SQLite file with a write-ahead log. That it is open in one process alone is held
 * by a lock on a file beside it: a lock on the database itself would be dropped by SQLite's own.
 */
final class SqliteEngine implements Engine {
  private static final int PATIENCE_MILLIS = 10_000;

  /** Held, so that its level stays. It logs a stack trace when two processes tidy up at once. */
  private static final Logger LOADER = Logger.getLogger("org.sqlite.SQLiteJDBCLoader");

  static {
    LOADER.setLevel(Level.OFF);
  }

  /** Chunks fill whole pages; four times SQLite's usual page makes large messages faster. */
  private static final int PAGE_BYTES = 16 * 1024;

  private final Path file;
  private final FileChannel lock;
  private final Connection connection;

  private SqliteEngine(Path file, FileChannel lock, Connection connection) {
    this.file = file;
    this.lock = lock;
    this.connection = connection;
  }

  static SqliteEngine open(Path file) {
    FileChannel lock = null;
    try {
      Path real = prepare(file);
      lock = lock(real);
      return new SqliteEngine(real, lock, connect(real));
    } catch (IOException e) {
      throw Engine.abandon(lock, unwritable(file, e));
    } catch (SQLException e) {
      throw Engine.abandon(lock, explain(file, e).error());
    } catch (CoterieException e) {
      throw Engine.abandon(lock, e);
    }
  }

  private static Path prepare(Path file) throws IOException {
    if (Files.isDirectory(file) || file.getFileName() == null) {
      throw CoterieException.usage(
          "The journal %s is a folder; name a file in it, such as %s."
              .formatted(file, file.resolve("journal.db")));
    }
    PrivateFiles.createFolder(file.toAbsolutePath().getParent());
    PrivateFiles.open(file).close(); // SQLite gives its other files the permissions of this one
    if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return file.toRealPath();
  }

  private static FileChannel lock(Path file) throws IOException {
    FileChannel channel = PrivateFiles.open(file.resolveSibling(file.getFileName() + ".lock"));
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // This very process has it open.
    }
    throw Engine.abandon(
        channel,
        CoterieException.usage(
            ("The journal %s is in use by another process. Stop that one first, or choose another"
                    + " journal.")
                .formatted(file)));
  }

  private static Connection connect(Path file) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(PATIENCE_MILLIS);
    config.setPageSize(PAGE_BYTES);
    config.enforceForeignKeys(true);
    Connection connection = config.createConnection("jdbc:sqlite:" + file);
    try {
      // Last, and not by the config: with a log, the size of a page cannot be set any more.
      Database.execute(connection, "pragma journal_mode = WAL");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public String place() {
    return file.toString();
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public String bytesType() {
    return "blob";
  }

  @Override
  public boolean isEmpty() throws SQLException {
    List<String> tables =
        Database.query(connection, "select name from sqlite_master", row -> row.getString(1));
    if (!tables.isEmpty() && !tables.contains("journal")) {
      throw CoterieException.badData(
          "The file %s is a database, but no journal of Coterie. Choose another file."
              .formatted(file));
    }
    return tables.isEmpty();
  }

  /** FULL syncs the log at each commit, NORMAL before the log is copied into the database. */
  @Override
  public String waitForDisk(boolean wait) {
    return "pragma synchronous = " + (wait ? "FULL" : "NORMAL");
  }

  @Override
  public Trouble explain(SQLException e) {
    return explain(file, e);
  }

  private static Trouble explain(Path file, SQLException e) {
    SQLiteErrorCode code =
        e instanceof SQLiteException known ? known.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
    // An extended code has the plain one in its lowest byte.
    return switch (SQLiteErrorCode.getErrorCode(code.code & 0xff)) {
      case SQLITE_FULL ->
          new Trouble(
              error(
                  ErrorCode.OUTPUT,
                  "There is no space left for the journal %s. Make some; nothing that was accepted"
                      + " is lost.",
                  file,
                  e),
              Effect.PASSES);
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT ->
          new Trouble(
              error(
                  ErrorCode.BAD_DATA,
                  "The journal %s is damaged, or is no journal. Begin the study in a new journal;"
                      + " an older copy would lack what was sent since.",
                  file,
                  e),
              Effect.LASTS);
      case SQLITE_BUSY, SQLITE_LOCKED ->
          new Trouble(
              error(
                  ErrorCode.USAGE,
                  "Another program holds the journal %s. Stop that one first.",
                  file,
                  e),
              Effect.PASSES);
      // After a failed sync nobody knows what is on the disk, so the journal must be opened anew.
      default -> new Trouble(unwritable(file, e), Effect.LASTS);
    };
  }

  private static CoterieException unwritable(Path file, Exception cause) {
    return error(
        ErrorCode.OUTPUT,
        "The journal %s cannot be written. Check the folder, its permissions and the disk, then"
            + " start again.",
        file,
        cause);
  }

  private static CoterieException error(
      ErrorCode code, String message, Path file, Exception cause) {
    return new CoterieException(code, message.formatted(file), cause);
  }

  @Override
  public void close() throws SQLException {
    try (lock) {
      connection.close();
    } catch (IOException e) {
      throw new SQLException(e);
    }
  }
}
