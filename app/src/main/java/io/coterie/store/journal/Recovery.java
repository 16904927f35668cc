package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a journal back whose connection was lost, as by a restart of its server. It must be the
 * same one: opened by nobody else since, and with everything that was acknowledged. Messages that
 * were arriving are dropped, since their first chunks may be lost.
 *
 * <p>Thread-safe.
 */
final class Recovery implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private static final long PAUSE_MILLIS = 500;
  private static final long LOOK_MILLIS = 100;
  private static final String ROWS =
      "select (select count(*) from event) + (select count(*) from message)";

  private final Database database;
  private final String mark;
  private final AtomicLong rows;
  private final AtomicInteger generation = new AtomicInteger();
  private Thread thread;
  private boolean isClosed;

  Recovery(Database database) {
    this.database = database;
    this.mark = database.write(connection -> database.engine().setMark(connection));
    this.rows = new AtomicLong(database.read(Recovery::rows));
    database.whenLost(this::begin);
  }

  private static long rows(Connection connection) throws SQLException {
    return Database.query(connection, ROWS, row -> row.getLong(1)).get(0);
  }

  /** Takes note that a step or a message was acknowledged, so that it must be there for good. */
  <T> T acknowledged(T result) {
    rows.incrementAndGet();
    return result;
  }

  /** Takes note that so many steps and messages are there no more. */
  void dropped(int count) {
    rows.addAndGet(-count);
  }

  /** Returns how often the journal was brought back. */
  int generation() {
    return generation.get();
  }

  void requireGeneration(int expected) {
    if (expected != generation.get()) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The journal was lost while a message arrived; it has to be sent again.");
    }
  }

  private synchronized void begin(CoterieException loss) {
    if (!isClosed) {
      LOG.warn(loss.getMessage());
      thread = new Thread(this::run, "journal-recovery");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run() {
    String told = "";
    while (pause()) {
      try {
        database.use(database.engine().reconnect(), this::check);
        LOG.info("The database of the journal is there again.");
        return;
      } catch (SQLException e) {
        String reason = database.engine().explain(e).error().getMessage();
        if (!reason.equals(told)) {
          LOG.warn(reason);
        }
        told = reason;
      } catch (CoterieException e) {
        LOG.error(e.getMessage());
        database.end(e);
        return;
      }
    }
  }

  private static boolean pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      return false; // closed
    }
  }

  private Void check(Connection connection) throws SQLException {
    String place = database.engine().place();
    if (!mark.equals(database.engine().mark(connection))) {
      throw new CoterieException(
          ErrorCode.USAGE,
          ("Another process has opened the journal %s since the connection was lost, or it was"
                  + " restored from a copy. This one ends; go on with coterie resume when no other"
                  + " runs.")
              .formatted(place),
          new SQLException("another process"));
    }
    if (rows(connection) < rows.get()) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          ("The journal %s has lost what was accepted. Begin the study in a new journal, at a"
                  + " server that keeps what it has committed.")
              .formatted(place),
          new SQLDataException("rows are missing"));
    }
    SqlJournal.dropDrafts(connection);
    generation.incrementAndGet();
    return null;
  }

  /** Waits while the journal is lost; returns whether it can be used. */
  boolean await(BooleanSupplier isEnough) {
    while (database.isLost() && !isEnough.getAsBoolean()) {
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return database.isUsable();
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    if (thread != null) {
      thread.interrupt();
    }
  }
}
