package io.coterie.store.journal;

import io.coterie.CoterieException;
import java.sql.Connection;
import java.sql.SQLException;

/** What the two databases do in different ways. */
interface Engine extends AutoCloseable {
  /** Returns where the journal is, without a password. */
  String place();

  /** Returns the one connection, which holds off other processes until it is closed. */
  Connection connection();

  /** Returns the name of the type of columns that hold bytes. */
  String bytesType();

  /** Whether there is nothing yet, so that the tables must be made. */
  boolean isEmpty() throws SQLException;

  /**
   * Returns the statement by which a commit from here on waits for the disk or not. One that does
   * makes all commits before it durable too: both databases write one log, in order.
   */
  String waitForDisk(boolean wait);

  /** Writes down that this process has the journal, and returns the mark that says so. */
  default String setMark(Connection connection) throws SQLException {
    return "";
  }

  /** Returns the mark of the process that opened the journal last. */
  default String mark(Connection connection) throws SQLException {
    return "";
  }

  /** Returns a new connection after one that was lost, which holds off other processes too. */
  default Connection reconnect() throws SQLException {
    throw new IllegalStateException("A file is not lost.");
  }

  /** Continues with a new connection. */
  default void adopt(Connection connection) {
    throw new IllegalStateException("A file is not lost.");
  }

  Trouble explain(SQLException e);

  @Override
  void close() throws SQLException;

  /**
   * What went wrong.
   *
   * @param error for the user
   * @param effect whether the journal can go on
   */
  record Trouble(CoterieException error, Effect effect) {}

  /** What trouble does to a journal. */
  enum Effect {
    /** This call has failed; another may not. */
    PASSES,
    /** The connection must be made anew. */
    LOST,
    /** The journal cannot go on. */
    LASTS
  }

  /** Closes what was opened before an error, if anything was. */
  static CoterieException abandon(AutoCloseable opened, CoterieException error) {
    try (opened) {
      return error;
    } catch (Exception e) {
      error.addSuppressed(e);
      return error;
    }
  }
}
