package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.postgresql.Driver;

/**
 * A journal in the schema "coterie" of a PostgreSQL database. That it is open in one process alone
 * is held by an advisory lock of the session. A lost connection loses the lock, so it ends the
 * journal: whether the last commit came through is found out when it is opened again.
 */
final class PostgresEngine implements Engine {
  private static final int PATIENCE_SECONDS = 4;

  /** The letters of "coterie": any number will do that other programs do not use. */
  private static final long LOCK = 0x636f7465726965L;

  private final PostgresAddress address;
  private final Connection connection;
  private Boolean waits;

  private PostgresEngine(PostgresAddress address, Connection connection) {
    this.address = address;
    this.connection = connection;
  }

  static PostgresEngine open(PostgresAddress address) {
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("socketTimeout", "120");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("ApplicationName", "coterie");
    properties.setProperty("prepareThreshold", "-1"); // bytes come as bytes, not as text
    properties.putAll(address.properties());
    PostgresEngine engine = null;
    try {
      Connection connection = new Driver().connect(address.url(), properties);
      engine = new PostgresEngine(address, connection);
      engine.prepare();
      return engine;
    } catch (SQLException e) {
      throw abandon(engine, explain(address, e).error());
    } catch (CoterieException e) {
      throw abandon(engine, e);
    }
  }

  private static CoterieException abandon(PostgresEngine engine, CoterieException error) {
    if (engine != null) {
      try {
        engine.close();
      } catch (SQLException e) {
        error.addSuppressed(e);
      }
    }
    return error;
  }

  private void prepare() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // A machine that lost power keeps its lock until the server misses it: here a minute.
      statement.execute("set tcp_keepalives_idle = 30");
      statement.execute("set tcp_keepalives_interval = 10");
      statement.execute("set tcp_keepalives_count = 3");
      statement.execute("set client_min_messages = warning");
      lock(statement);
      statement.execute("create schema if not exists coterie");
      statement.execute("set search_path to coterie");
    }
  }

  /** Waits a little: the server may not have noticed yet that a killed process is gone. */
  private void lock(Statement statement) throws SQLException {
    long start = System.nanoTime();
    while (!locked(statement)) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
        throw CoterieException.usage(
            ("The journal %s is in use by another process. Stop that one first, or choose another"
                    + " database.")
                .formatted(place()));
      }
      try {
        TimeUnit.MILLISECONDS.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLException(e);
      }
    }
  }

  private static boolean locked(Statement statement) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery("select pg_try_advisory_lock(%d)".formatted(LOCK))) {
      rows.next();
      return rows.getBoolean(1);
    }
  }

  @Override
  public String place() {
    return address.place();
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public String bytesType() {
    return "bytea";
  }

  @Override
  public boolean isEmpty() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select to_regclass('coterie.journal') is null")) {
      rows.next();
      return rows.getBoolean(1);
    }
  }

  @Override
  public void waitForDisk(boolean wait) throws SQLException {
    if (waits == null || waits != wait) {
      waits = null;
      try (Statement statement = connection.createStatement()) {
        statement.execute("set synchronous_commit to " + (wait ? "on" : "off"));
      }
      waits = wait;
    }
  }

  @Override
  public Trouble explain(SQLException e) {
    return explain(address, e);
  }

  private static Trouble explain(PostgresAddress address, SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    String kind = state.length() < 2 ? "" : state.substring(0, 2);
    return switch (kind) {
      case "28", "3D" ->
          lasting(
              ErrorCode.USAGE,
              "The database of the journal, %s, lets nobody in with this user and password, or does"
                  + " not exist. Check the URL and the environment variable PGPASSWORD.",
              address,
              e);
      case "42" ->
          lasting(
              ErrorCode.USAGE,
              "The user may not work in the schema coterie of %s, or its tables are not those of a"
                  + " journal. Let the owner grant: create on the database, or make a new database.",
              address,
              e);
      case "53" ->
          new Trouble(
              error(
                  ErrorCode.OUTPUT,
                  "The server of the journal %s has no space or memory left. Make some; nothing that"
                      + " was accepted is lost.",
                  address,
                  e),
              false);
      case "XX" ->
          lasting(
              ErrorCode.BAD_DATA,
              "The database of the journal, %s, is damaged. Begin the study in a new database; an"
                  + " older copy would lack what was sent since.",
              address,
              e);
      case "25" ->
          lasting(
              ErrorCode.OUTPUT,
              "The database of the journal, %s, can only be read. Name the primary server.",
              address,
              e);
      default ->
          lasting(
              ErrorCode.NETWORK,
              "The database of the journal, %s, cannot be reached or stopped answering. Check that"
                  + " it runs, then start again; nothing that was accepted is lost.",
              address,
              e);
    };
  }

  private static Trouble lasting(
      ErrorCode code, String message, PostgresAddress address, SQLException cause) {
    return new Trouble(error(code, message, address, cause), true);
  }

  private static CoterieException error(
      ErrorCode code, String message, PostgresAddress address, SQLException cause) {
    return new CoterieException(code, message.formatted(address.place()), cause);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
