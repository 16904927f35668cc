package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The connection to a database, for one thread at a time.
 *
 * <p>Thread-safe.
 */
final class Database implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Engine engine;
  private Boolean waits; // null where that is unknown
  private Consumer<CoterieException> whenLost = loss -> {};
  private volatile CoterieException end;
  private volatile boolean isLost;

  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  Database(Engine engine) {
    this.engine = engine;
  }

  Engine engine() {
    return engine;
  }

  <T> T read(Work<T> work) {
    return exclusively(() -> work.on(engine.connection()));
  }

  <T> List<T> query(String sql, Row<T> reader, Object... values) {
    return read(connection -> query(connection, sql, reader, values));
  }

  /** Does all of the work or nothing; what was done is on the disk when this returns. */
  <T> T write(Work<T> work) {
    return exclusively(() -> transaction(true, work));
  }

  /** Does all of the work or nothing; it is on the disk after the next write at the latest. */
  <T> T draft(Work<T> work) {
    return exclusively(() -> transaction(false, work));
  }

  private interface Step<T> {
    T run() throws SQLException;
  }

  private <T> T exclusively(Step<T> step) {
    requireUsable(); // without the lock, which is held while a lost connection is replaced
    lock.lock();
    try {
      requireUsable();
      return step.run();
    } catch (SQLException e) {
      Engine.Trouble trouble = engine.explain(e);
      if (trouble.effect() == Engine.Effect.LASTS) {
        end = trouble.error();
      } else if (trouble.effect() == Engine.Effect.LOST) {
        isLost = true;
        end = trouble.error();
        whenLost.accept(end);
      }
      throw trouble.error();
    } finally {
      lock.unlock();
    }
  }

  private void requireUsable() {
    CoterieException why = end;
    if (why != null) {
      throw new CoterieException(why.code(), why.getMessage(), why);
    }
  }

  /** Names who hears that the connection was lost; every call fails until another is used. */
  void whenLost(Consumer<CoterieException> told) {
    whenLost = told;
  }

  boolean isLost() {
    return isLost;
  }

  boolean isUsable() {
    return end == null;
  }

  /** Continues with a new connection, if the check lets it; else that is closed. */
  void use(Connection fresh, Work<?> check) throws SQLException {
    lock.lock();
    try (Abandoned unless = new Abandoned(fresh)) {
      if (isLost) {
        waits = null;
        Object unused = transaction(fresh, true, check);
        engine.adopt(fresh);
        unless.isUsed = true;
        isLost = false;
        end = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Closes a connection that came to no use. */
  private static final class Abandoned implements AutoCloseable {
    private final Connection connection;
    private boolean isUsed;

    Abandoned(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void close() throws SQLException {
      if (!isUsed) {
        connection.close();
      }
    }
  }

  /** Ends a lost journal for good. */
  void end(CoterieException why) {
    lock.lock();
    try {
      if (isLost) {
        isLost = false;
        end = why;
      }
    } finally {
      lock.unlock();
    }
  }

  private <T> T transaction(boolean wait, Work<T> work) throws SQLException {
    return transaction(engine.connection(), wait, work);
  }

  private <T> T transaction(Connection connection, boolean wait, Work<T> work) throws SQLException {
    if (waits == null || waits != wait) {
      waits = null;
      execute(connection, engine.waitForDisk(wait));
      waits = wait;
    }
    // Not JDBC's own transactions: after one that SQLite ended by itself they go on wrongly.
    execute(connection, "begin");
    try {
      T result = work.on(connection);
      execute(connection, "commit");
      return result;
    } catch (SQLException | RuntimeException e) {
      undo(connection, e);
      throw e;
    }
  }

  private static void undo(Connection connection, Exception cause) {
    try {
      execute(connection, "rollback");
    } catch (SQLException e) {
      cause.addSuppressed(e); // it is undone already, or the next transaction cannot begin
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns what is read from each row; the values take the places of the question marks. */
  static <T> List<T> query(Connection connection, String sql, Row<T> reader, Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, values);
        ResultSet rows = statement.executeQuery()) {
      List<T> found = new ArrayList<>();
      while (rows.next()) {
        found.add(reader.read(rows));
      }
      return found;
    }
  }

  static int update(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, values)) {
      return statement.executeUpdate();
    }
  }

  private static PreparedStatement prepare(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (end == null || !engine.connection().isClosed()) {
        engine.close();
      }
    } catch (SQLException e) {
      throw engine.explain(e).error();
    } finally {
      isLost = false;
      end =
          new CoterieException(
              ErrorCode.USAGE,
              "The journal %s is closed.".formatted(engine.place()),
              new SQLException("closed"));
      lock.unlock();
    }
  }
}
