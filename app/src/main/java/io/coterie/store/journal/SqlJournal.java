package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.wire.Protocol;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A journal in a database: see {@link Schema} for its tables. */
final class SqlJournal implements Journal {
  private static final String KEY =
      " where study = ? and round = ? and attempt = ? and step = ? and site = ?";

  private final Database database;
  private final Chunks chunks;
  private final String id;

  SqlJournal(Engine engine) {
    database = new Database(engine);
    try {
      id = Schema.prepare(database);
      chunks = new Chunks(database);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
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
          connection -> {
            try (PreparedStatement insert =
                connection.prepareStatement(
                    "insert into study (place, name, hash, content, begun, protocol)"
                        + " select coalesce(max(place), 0) + 1, ?, ?, ?, ?, "
                        + Protocol.VERSION
                        + " from study")) {
              insert.setString(1, study.name());
              insert.setString(2, study.hash());
              insert.setString(3, study.text());
              insert.setLong(4, study.time().toEpochMilli());
              return insert.executeUpdate();
            }
          });
    } else if (!before.get().hash().equals(study.hash())) {
      throw CoterieException.usage(
          ("The journal %s holds another study of the name %s (hash %s; this one has %s). Give this"
                  + " one another name, or choose another journal.")
              .formatted(place(), study.name(), before.get().hash(), study.hash()));
    } else {
      requireProtocol(study.name());
    }
  }

  /** Whoever goes on where another version of the protocol left off would ask something else. */
  private void requireProtocol(String study) {
    int begun =
        database.read(
            connection -> {
              try (PreparedStatement select =
                  connection.prepareStatement("select protocol from study where name = ?")) {
                select.setString(1, study);
                try (ResultSet rows = select.executeQuery()) {
                  rows.next();
                  return rows.getInt(1);
                }
              }
            });
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
    return database.read(
        connection -> {
          try (PreparedStatement select =
                  connection.prepareStatement(
                      "select name, hash, content, begun from study order by place");
              ResultSet rows = select.executeQuery()) {
            List<BegunStudy> studies = new ArrayList<>();
            while (rows.next()) {
              studies.add(
                  new BegunStudy(
                      rows.getString(1), rows.getString(2), rows.getString(3), time(rows, 4)));
            }
            return studies;
          }
        });
  }

  @Override
  public Incoming receive(String study, MessageKey key) {
    requireBegun(study);
    return new SqlIncoming(this, chunks.draft(), study, key);
  }

  /**
   * Makes a draft a message, in one transaction with its last chunk.
   *
   * @param draft which is whole but for the bytes of the last chunk
   * @param last may be empty
   */
  Acceptance accept(Chunks.Draft draft, byte[] last, String study, StoredMessage message) {
    return database.write(
        connection -> {
          Optional<Row> before = row(connection, study, message.key());
          if (before.isPresent()) {
            return before.get().message().sha256().equals(message.sha256())
                ? Acceptance.DUPLICATE
                : Acceptance.CONFLICT;
          }
          if (last.length > 0) {
            draft.insert(connection, last);
          }
          try (PreparedStatement insert =
              connection.prepareStatement(
                  "insert into message (study, round, attempt, step, site, id, bytes, sha256,"
                      + " accepted) values (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            set(insert, study, message.key());
            insert.setLong(6, draft.id());
            insert.setLong(7, message.bytes());
            insert.setString(8, message.sha256());
            insert.setLong(9, message.time().toEpochMilli());
            insert.executeUpdate();
          }
          return Acceptance.ACCEPTED;
        });
  }

  private void requireBegun(String study) {
    if (study(study).isEmpty()) {
      throw new IllegalArgumentException("Study %s was not begun.".formatted(study));
    }
  }

  @Override
  public Optional<StoredMessage> message(String study, MessageKey key) {
    return row(study, key).map(Row::message);
  }

  /** A message and the id of its chunks. */
  private record Row(long id, StoredMessage message) {}

  private Optional<Row> row(String study, MessageKey key) {
    return database.read(connection -> row(connection, study, key));
  }

  private static Optional<Row> row(Connection connection, String study, MessageKey key)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("select id, bytes, sha256, accepted from message" + KEY)) {
      set(select, study, key);
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          return Optional.empty();
        }
        StoredMessage message =
            new StoredMessage(key, rows.getLong(2), rows.getString(3), time(rows, 4));
        return Optional.of(new Row(rows.getLong(1), message));
      }
    }
  }

  private static void set(PreparedStatement statement, String study, MessageKey key)
      throws SQLException {
    statement.setString(1, study);
    statement.setInt(2, key.round());
    statement.setInt(3, key.attempt());
    statement.setString(4, key.step());
    statement.setString(5, key.site());
  }

  private static Instant time(ResultSet rows, int column) throws SQLException {
    return Instant.ofEpochMilli(rows.getLong(column));
  }

  @Override
  public List<StoredMessage> messages(String study, int round, int attempt, String step) {
    return database.read(
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement(
                  "select site, bytes, sha256, accepted from message"
                      + " where study = ? and round = ? and attempt = ? and step = ?")) {
            select.setString(1, study);
            select.setInt(2, round);
            select.setInt(3, attempt);
            select.setString(4, step);
            List<StoredMessage> messages = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
              while (rows.next()) {
                MessageKey key = new MessageKey(round, attempt, step, rows.getString(1));
                messages.add(
                    new StoredMessage(key, rows.getLong(2), rows.getString(3), time(rows, 4)));
              }
            }
            // Not by the database: PostgreSQL's order depends on its locale.
            messages.sort(Comparator.comparing(message -> message.key().site()));
            return messages;
          }
        });
  }

  @Override
  public InputStream read(String study, MessageKey key) {
    Row row =
        row(study, key)
            .orElseThrow(
                () -> new IllegalArgumentException("%s of %s is not there.".formatted(key, study)));
    return new MessageStream(chunks, row.id(), row.message(), place());
  }

  @Override
  public long append(String study, JournalEvent event) {
    requireBegun(study);
    return database.write(
        connection -> {
          try (PreparedStatement insert =
              connection.prepareStatement(
                  "insert into event (study, sequence, kind, round, content, written)"
                      + " select ?, coalesce(max(sequence), 0) + 1, ?, ?, ?, ? from event"
                      + " where study = ? returning sequence")) {
            insert.setString(1, study);
            insert.setString(2, event.kind());
            insert.setInt(3, event.round());
            insert.setString(4, event.text());
            insert.setLong(5, Instant.now().toEpochMilli());
            insert.setString(6, study);
            try (ResultSet rows = insert.executeQuery()) {
              rows.next();
              return rows.getLong(1);
            }
          }
        });
  }

  @Override
  public List<StoredEvent> events(String study, long after) {
    return database.read(
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement(
                  "select sequence, kind, round, content, written from event"
                      + " where study = ? and sequence > ? order by sequence")) {
            select.setString(1, study);
            select.setLong(2, after);
            List<StoredEvent> events = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
              while (rows.next()) {
                JournalEvent event =
                    new JournalEvent(rows.getString(2), rows.getInt(3), rows.getString(4));
                events.add(new StoredEvent(rows.getLong(1), event, time(rows, 5)));
              }
            }
            return events;
          }
        });
  }

  @Override
  public void close() {
    database.close();
  }
}
