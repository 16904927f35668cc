package io.coterie.store.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of messages, in chunks. Those of a message that is not accepted yet are its draft: they
 * are there, but no message says so.
 *
 * <p>Thread-safe.
 */
final class Chunks {
  /** Large enough that the cost of a transaction is small beside it, small enough for any heap. */
  static final int BYTES = 256 * 1024;

  private final Database database;
  private final AtomicLong lastId;

  /** Drops the drafts that a crash left. */
  Chunks(Database database) {
    this.database = database;
    lastId =
        new AtomicLong(
            database.write(
                connection -> {
                  try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate(
                        "delete from chunk where message not in (select id from message)");
                    try (ResultSet rows =
                        statement.executeQuery("select coalesce(max(id), 0) from message")) {
                      rows.next();
                      return rows.getLong(1);
                    }
                  }
                }));
  }

  Draft draft() {
    return new Draft(lastId.incrementAndGet());
  }

  byte[] read(long message, int part) {
    return database.read(
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement(
                  "select content from chunk where message = ? and part = ?")) {
            select.setLong(1, message);
            select.setInt(2, part);
            try (ResultSet rows = select.executeQuery()) {
              return rows.next() ? rows.getBytes(1) : new byte[0];
            }
          }
        });
  }

  /** Not thread-safe. */
  final class Draft {
    private final long id;
    private int parts;

    private Draft(long id) {
      this.id = id;
    }

    long id() {
      return id;
    }

    /** Writes the next chunk; it need not be durable before the message is accepted. */
    void add(byte[] chunk) {
      database.draft(
          connection -> {
            insert(connection, chunk);
            return null;
          });
    }

    void insert(Connection connection, byte[] chunk) throws SQLException {
      try (PreparedStatement insert =
          connection.prepareStatement(
              "insert into chunk (message, part, content) values (?, ?, ?)")) {
        insert.setLong(1, id);
        insert.setInt(2, parts);
        insert.setBytes(3, chunk);
        insert.executeUpdate();
      }
      parts++;
    }

    void drop() {
      if (parts == 0) {
        return;
      }
      database.draft(
          connection -> {
            try (PreparedStatement delete =
                connection.prepareStatement("delete from chunk where message = ?")) {
              delete.setLong(1, id);
              return delete.executeUpdate();
            }
          });
    }
  }
}
