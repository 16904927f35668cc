package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Collects bytes until a chunk is full, and keeps no other. The chunks of a message that is not
 * accepted yet are in the database, but no message says so.
 */
final class SqlIncoming implements Incoming {
  /** Large enough that the cost of a transaction is small beside it, small enough for any heap. */
  static final int CHUNK_BYTES = 256 * 1024;

  private static final int FIRST_BYTES = 4 * 1024;

  private final Database database;
  private final long id;
  private final String study;
  private final MessageKey key;
  private final MessageDigest digest = Sha256.digest();
  private byte[] chunk = new byte[FIRST_BYTES];
  private int filled;
  private int parts;
  private long bytes;
  private boolean ended;

  /**
   * Begins without any bytes.
   *
   * @param id of the message, which its chunks bear
   */
  SqlIncoming(Database database, long id, String study, MessageKey key) {
    this.database = database;
    this.id = id;
    this.study = study;
    this.key = key;
  }

  @Override
  public void write(ByteBuffer source) {
    requireOpen();
    digest.update(source.duplicate());
    bytes += source.remaining();
    while (source.hasRemaining()) {
      if (filled == CHUNK_BYTES) {
        database.draft(this::addChunk); // durable when the message is accepted
      } else if (filled == chunk.length) {
        chunk = Arrays.copyOf(chunk, Math.min(2 * chunk.length, CHUNK_BYTES));
      }
      int length = Math.min(source.remaining(), chunk.length - filled);
      source.get(chunk, filled, length);
      filled += length;
    }
  }

  private int addChunk(Connection connection) throws SQLException {
    int added =
        Database.update(
            connection,
            "insert into chunk (message, part, content) values (?, ?, ?)",
            id,
            parts,
            Arrays.copyOf(chunk, filled));
    parts++;
    filled = 0;
    return added;
  }

  @Override
  public Acceptance accept() {
    requireOpen();
    return accept(HexFormat.of().formatHex(digest.digest()), true);
  }

  @Override
  public Acceptance accept(String sha256) {
    requireOpen();
    String actual = HexFormat.of().formatHex(digest.digest());
    return accept(actual, actual.equals(sha256));
  }

  private Acceptance accept(String sha256, boolean isWhole) {
    Acceptance acceptance =
        isWhole ? database.write(connection -> insert(connection, sha256)) : Acceptance.DAMAGED;
    if (acceptance == Acceptance.ACCEPTED) {
      ended = true;
    } else {
      close();
    }
    return acceptance;
  }

  /** Makes a message of the chunks, in one transaction with the last of them. */
  private Acceptance insert(Connection connection, String sha256) throws SQLException {
    Optional<SqlJournal.Found> before = SqlJournal.find(connection, study, key);
    if (before.isPresent()) {
      return before.get().message().sha256().equals(sha256)
          ? Acceptance.DUPLICATE
          : Acceptance.CONFLICT;
    }
    if (filled > 0) {
      addChunk(connection);
    }
    Database.update(
        connection,
        "insert into message (study, round, attempt, step, site, id, bytes, sha256, accepted)"
            + " values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        study,
        key.round(),
        key.attempt(),
        key.step(),
        key.site(),
        id,
        bytes,
        sha256,
        Instant.now().toEpochMilli());
    return Acceptance.ACCEPTED;
  }

  private void requireOpen() {
    if (ended) {
      throw new IllegalStateException("The message was accepted or dropped.");
    }
  }

  @Override
  public void close() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      if (parts > 0) {
        database.draft(c -> Database.update(c, "delete from chunk where message = ?", id));
      }
    } catch (CoterieException e) {
      // The chunks are dropped when the journal is opened again; nobody sees them until then.
    }
  }
}
