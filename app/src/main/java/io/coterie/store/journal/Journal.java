package io.coterie.store.journal;

import io.coterie.CoterieException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What a participant of a study must not forget. What a method here has written is durable when the
 * method returns, so whoever writes first and answers then can be killed at any moment. A journal
 * is open in one process at a time.
 *
 * <p>Every method may end with a {@link CoterieException}: a full disk, a damaged file, a lost
 * database. After one that the journal cannot go on from, each later call ends alike. A database
 * that is lost comes back by itself, and until then each call ends so ({@link
 * LostJournalException}).
 *
 * <p>Thread-safe.
 */
public interface Journal extends AutoCloseable {
  /**
   * Opens a journal, or makes it.
   *
   * @param where a file, for SQLite; or postgresql://user@host/database, with the password there or
   *     in PGPASSWORD
   */
  static Journal open(String where) {
    if (PostgresEngine.Address.isOne(where)) {
      return new SqlJournal(PostgresEngine.open(PostgresEngine.Address.parse(where)));
    }
    if (where.matches("[a-z][a-z0-9+.]+:.*")) {
      throw CoterieException.usage(
          "A journal is a file, or a database at postgresql://user@host/database; other kinds of"
              + " URL are not known.");
    }
    return open(Path.of(where));
  }

  static Journal open(Path file) {
    return new SqlJournal(SqliteEngine.open(file));
  }

  /** Returns whether a problem is one of a journal, whose place is for its owner to know. */
  static boolean isTrouble(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException) {
        return true;
      }
    }
    return false;
  }

  /** Returns where the journal is, without a password: for messages. */
  String place();

  /**
   * Returns 32 digits that tell this journal from every other: drawn when it was made. Whatever
   * holds only as long as the journal remembers, such as that a charge was never sent, is kept
   * under them.
   */
  String id();

  Optional<BegunStudy> study(String name);

  /** Begins a study, or goes on with it; refuses another one of the same name. */
  void begin(BegunStudy study);

  /**
   * Begins a corrected study under the name of one that was begun, of which all else is dropped.
   * The caller has made sure that nothing of it was released; see {@link Released}.
   */
  void replace(BegunStudy study);

  /** Returns the studies in the order they were begun. */
  List<BegunStudy> studies();

  /** Starts to receive a message of a study that was begun. */
  Incoming receive(String study, MessageKey key);

  Optional<StoredMessage> message(String study, MessageKey key);

  List<StoredMessage> messages(String study, int round, int attempt, String step);

  /** Returns every message of a study, by round. */
  List<StoredMessage> messages(String study);

  /** Returns the bytes of an accepted message, which must be there and be what was accepted. */
  byte[] read(String study, MessageKey key);

  default Optional<byte[]> find(String study, MessageKey key) {
    return message(study, key).map(found -> read(study, key));
  }

  default Acceptance keep(String study, MessageKey key, byte[] bytes) {
    try (Incoming incoming = receive(study, key)) {
      incoming.write(ByteBuffer.wrap(bytes));
      return incoming.accept();
    }
  }

  /** Writes a step of a study that was begun; returns its sequence number. */
  long append(String study, JournalEvent event);

  /** Returns the steps of a study after a sequence number, in order; 0 gives all. */
  List<JournalEvent> events(String study, long after);

  /**
   * Waits while a lost database may come back; returns whether the journal can be used.
   *
   * @param isEnough ends the wait
   */
  boolean awaitBack(BooleanSupplier isEnough);

  @Override
  void close();

  /**
   * A message that is being received. Its bytes go to the disk as they come and nobody sees them
   * until it is accepted; closing it before that drops them, and so does a crash.
   *
   * <p>Not thread-safe; many may be open at a time.
   */
  interface Incoming extends AutoCloseable {
    /** Takes the bytes that remain in a buffer. */
    void write(ByteBuffer bytes);

    /** Ends the message. If accepted, it is durable and seen by all when this returns. */
    Acceptance accept();

    /**
     * Ends the message, unless its digest is another than the sender stated.
     *
     * @param sha256 in 64 lower-case hexadecimal digits
     */
    Acceptance accept(String sha256);

    @Override
    void close();
  }

  /** What became of a message that was received to its end. */
  enum Acceptance {
    /** It is in the journal, and stays there. */
    ACCEPTED,
    /** The same bytes were accepted under this key before; nothing changed. */
    DUPLICATE,
    /** Other bytes were accepted under this key before; these were dropped. */
    CONFLICT,
    /** The bytes have another digest than the sender stated; they were dropped. */
    DAMAGED
  }

  /**
   * A message that was accepted.
   *
   * @param key what it is
   * @param bytes its size
   * @param sha256 its digest, in 64 hexadecimal digits
   * @param time when it was accepted
   */
  record StoredMessage(MessageKey key, long bytes, String sha256, Instant time) {}
}
