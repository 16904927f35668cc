package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.Sha256;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.Journal.Incoming;
import io.coterie.store.journal.Journal.StoredMessage;
import io.coterie.wire.Protocol;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** A journal in a database: see {@link Schema} for its tables. */
final class SqlJournal implements Journal {
  /** Large enough that the cost of a transaction is small beside it, small enough for any heap. */
  static final int CHUNK_BYTES = 256 * 1024;

  private static final int FIRST_BYTES = 4 * 1024;

  private final Database database;
  private final String id;
  private final AtomicLong lastMessage;
  private final Recovery recovery;

  SqlJournal(Engine engine) {
    database = new Database(engine);
    try {
      id = Schema.prepare(database);
      lastMessage = new AtomicLong(database.write(SqlJournal::dropDrafts));
      recovery = new Recovery(database);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** Drops the chunks that a crash left without a message; returns the last message's id. */
  static long dropDrafts(Connection connection) throws SQLException {
    Database.update(connection, "delete from chunk where message not in (select id from message)");
    return Database.query(
            connection, "select coalesce(max(id), 0) from message", row -> row.getLong(1))
        .get(0);
  }

  Database database() {
    return database;
  }

  @Override
  public String place() {
    return database.engine().place();
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Optional<BegunStudy> study(String name) {
    return studies().stream().filter(study -> study.name().equals(name)).findFirst();
  }

  @Override
  public void begin(BegunStudy study) {
    Optional<BegunStudy> before = study(study.name());
    if (before.isEmpty()) {
      database.write(
          connection ->
              Database.update(
                  connection,
                  "insert into study (place, name, hash, content, begun, protocol)"
                      + " select coalesce(max(place), 0) + 1, ?, ?, ?, ?, "
                      + Protocol.VERSION
                      + " from study",
                  study.name(),
                  study.hash(),
                  study.text(),
                  study.time().toEpochMilli()));
    } else if (!before.get().hash().equals(study.hash())) {
      throw CoterieException.usage(
          ("The journal %s holds another study of the name %s (hash %s; this one has %s). Give this"
                  + " one another name, or choose another journal.")
              .formatted(place(), study.name(), before.get().hash(), study.hash()));
    } else {
      requireProtocol(study.name());
    }
  }

  @Override
  public void replace(BegunStudy study) {
    requireBegun(study.name());
    recovery.dropped(database.write(connection -> replace(connection, study)));
  }

  /** Returns how many steps and messages are dropped. */
  private static int replace(Connection connection, BegunStudy study) throws SQLException {
    String name = study.name();
    Database.update(
        connection,
        "delete from chunk where message in (select id from message where study = ?)",
        name);
    int dropped =
        Database.update(connection, "delete from message where study = ?", name)
            + Database.update(connection, "delete from event where study = ?", name);
    Database.update(
        connection,
        "update study set hash = ?, content = ?, begun = ?, protocol = ? where name = ?",
        study.hash(),
        study.text(),
        study.time().toEpochMilli(),
        Protocol.VERSION,
        name);
    return dropped;
  }

  /** Whoever goes on where another version of the protocol left off would ask something else. */
  private void requireProtocol(String study) {
    int begun =
        database
            .query("select protocol from study where name = ?", row -> row.getInt(1), study)
            .get(0);
    if (begun != Protocol.VERSION) {
      throw CoterieException.badData(
          ("Study %s in the journal %s was begun with version %d of the protocol, and this Coterie"
                  + " speaks version %d. Finish it with the Coterie that began it, on all sides, or"
                  + " begin it anew under another name.")
              .formatted(study, place(), begun, Protocol.VERSION));
    }
  }

  @Override
  public List<BegunStudy> studies() {
    return database.query(
        "select name, hash, content, begun from study order by place",
        row -> new BegunStudy(row.getString(1), row.getString(2), row.getString(3), time(row, 4)));
  }

  @Override
  public Incoming receive(String study, MessageKey key) {
    requireBegun(study);
    return new Arriving(lastMessage.incrementAndGet(), study, key);
  }

  private void requireBegun(String study) {
    if (study(study).isEmpty()) {
      throw new IllegalArgumentException("Study %s was not begun.".formatted(study));
    }
  }

  @Override
  public Optional<StoredMessage> message(String study, MessageKey key) {
    return database.read(connection -> find(connection, study, key)).map(Found::message);
  }

  /** A message and the id of its chunks. */
  private record Found(long id, StoredMessage message) {}

  private static Optional<Found> find(Connection connection, String study, MessageKey key)
      throws SQLException {
    return Database.query(
            connection,
            "select id, bytes, sha256, accepted from message"
                + " where study = ? and round = ? and attempt = ? and step = ? and site = ?",
            row -> new Found(row.getLong(1), message(key, row)),
            study,
            key.round(),
            key.attempt(),
            key.step(),
            key.site())
        .stream()
        .findFirst();
  }

  /** Reads what follows the first column. */
  private static StoredMessage message(MessageKey key, ResultSet row) throws SQLException {
    return new StoredMessage(key, row.getLong(2), row.getString(3), time(row, 4));
  }

  private static Instant time(ResultSet row, int column) throws SQLException {
    return Instant.ofEpochMilli(row.getLong(column));
  }

  @Override
  public List<StoredMessage> messages(String study, int round, int attempt, String step) {
    List<StoredMessage> messages =
        database.query(
            "select site, bytes, sha256, accepted from message"
                + " where study = ? and round = ? and attempt = ? and step = ?",
            row -> message(new MessageKey(round, attempt, step, row.getString(1)), row),
            study,
            round,
            attempt,
            step);
    // Not by the database: PostgreSQL's order depends on its locale.
    messages.sort(Comparator.comparing(message -> message.key().site()));
    return messages;
  }

  @Override
  public List<StoredMessage> messages(String study) {
    return database.query(
        "select round, attempt, step, site, bytes, sha256, accepted from message"
            + " where study = ? order by round, id",
        row ->
            new StoredMessage(
                new MessageKey(row.getInt(1), row.getInt(2), row.getString(3), row.getString(4)),
                row.getLong(5),
                row.getString(6),
                time(row, 7)),
        study);
  }

  @Override
  public byte[] read(String study, MessageKey key) {
    Found found =
        database
            .read(connection -> find(connection, study, key))
            .orElseThrow(
                () -> new IllegalArgumentException("%s of %s is not there.".formatted(key, study)));
    byte[] content = new byte[Math.toIntExact(found.message().bytes())];
    int filled = 0;
    for (int part = 0; filled < content.length; part++) {
      List<byte[]> chunk =
          database.query(
              "select content from chunk where message = ? and part = ?",
              row -> row.getBytes(1),
              found.id(),
              part);
      int length = chunk.isEmpty() ? 0 : chunk.get(0).length;
      if (length == 0 || length > content.length - filled) {
        throw damaged(key);
      }
      System.arraycopy(chunk.get(0), 0, content, filled, length);
      filled += length;
    }
    if (!Sha256.hex(content).equals(found.message().sha256())) {
      throw damaged(key);
    }
    return content;
  }

  private CoterieException damaged(MessageKey key) {
    return new CoterieException(
        ErrorCode.BAD_DATA,
        ("The journal %s is damaged: the message of %s for step %s of round %d is not what was"
                + " accepted. Begin the study in a new journal.")
            .formatted(place(), key.site(), key.step(), key.round()),
        new SQLDataException("a message is damaged"));
  }

  @Override
  public long append(String study, JournalEvent event) {
    requireBegun(study);
    return recovery.acknowledged(
        database.write(
            connection ->
                Database.query(
                        connection,
                        "insert into event (study, sequence, kind, round, content, written)"
                            + " select ?, coalesce(max(sequence), 0) + 1, ?, ?, ?, ? from event"
                            + " where study = ? returning sequence",
                        row -> row.getLong(1),
                        study,
                        event.kind(),
                        event.round(),
                        event.text(),
                        event.time().toEpochMilli(),
                        study)
                    .get(0)));
  }

  @Override
  public List<JournalEvent> events(String study, long after) {
    return database.query(
        "select sequence, written, kind, round, content from event"
            + " where study = ? and sequence > ? order by sequence",
        row ->
            new JournalEvent(
                row.getLong(1), time(row, 2), row.getString(3), row.getInt(4), row.getString(5)),
        study,
        after);
  }

  @Override
  public boolean awaitBack(BooleanSupplier isEnough) {
    return recovery.await(isEnough);
  }

  @Override
  public void close() {
    recovery.close();
    database.close();
  }

  /**
   * Collects bytes until a chunk is full, and keeps no other. The chunks of a message that is not
   * accepted yet are in the database, but no message says so.
   */
  private final class Arriving implements Incoming {
    private final long id;
    private final String study;
    private final MessageKey key;
    private final MessageDigest digest = Sha256.digest();
    private final int generation = recovery.generation();
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
    Arriving(long id, String study, MessageKey key) {
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
      recovery.requireGeneration(generation);
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
        ended = recovery.acknowledged(true);
      } else {
        close();
      }
      return acceptance;
    }

    /** Makes a message of the chunks, in one transaction with the last of them. */
    private Acceptance insert(Connection connection, String sha256) throws SQLException {
      recovery.requireGeneration(generation);
      Optional<Found> before = find(connection, study, key);
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
}
