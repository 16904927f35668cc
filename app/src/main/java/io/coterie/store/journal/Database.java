package io.coterie.store.journal;

import io.coterie.CoterieException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The connection to a database, for one thread at a time.
 *
 * <p>Thread-safe.
 */
final class Database implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final Engine engine;
  private CoterieException end;

  interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  Database(Engine engine) {
    this.engine = engine;
  }

  Engine engine() {
    return engine;
  }

  <T> T read(Work<T> work) {
    return alone(() -> work.on(engine.connection()));
  }

  /** Does all of the work or nothing; what was done is on the disk when this returns. */
  <T> T write(Work<T> work) {
    return alone(() -> transaction(true, work));
  }

  /** Does all of the work or nothing; it is on the disk after the next write at the latest. */
  <T> T draft(Work<T> work) {
    return alone(() -> transaction(false, work));
  }

  private interface Step<T> {
    T run() throws SQLException;
  }

  private <T> T alone(Step<T> step) {
    lock.lock();
    try {
      if (end != null) {
        throw new CoterieException(end.code(), end.getMessage(), end);
      }
      return step.run();
    } catch (SQLException e) {
      Engine.Trouble trouble = engine.explain(e);
      if (trouble.lasting()) {
        end = trouble.error();
      }
      throw trouble.error();
    } finally {
      lock.unlock();
    }
  }

  private <T> T transaction(boolean wait, Work<T> work) throws SQLException {
    Connection connection = engine.connection();
    engine.waitForDisk(wait);
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

  /** Not JDBC's own transactions: after one that SQLite ended by itself they go on wrongly. */
  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void undo(Connection connection, Exception cause) {
    try {
      execute(connection, "rollback");
    } catch (SQLException e) {
      cause.addSuppressed(e); // it is undone already, or the next transaction cannot begin
    }
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
      end = CoterieException.usage("The journal %s is closed.".formatted(engine.place()));
      lock.unlock();
    }
  }
}
