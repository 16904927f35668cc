package io.coterie.store.journal;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.postgresql.Driver;

/**
 * A journal in the schema "coterie" of a PostgreSQL database. That it is open in one process alone
 * is held by an advisory lock of the session. A lost connection loses the lock, so {@link Recovery}
 * looks whether another process had it since. Whether the last commit came through is not known:
 * what failed is done again.
 */
final class PostgresEngine implements Engine {
  private static final int PATIENCE_SECONDS = 4;

  /**
   * A server misses a client whose network has failed after a minute; until then it has the lock.
   */
  private static final int RECONNECT_SECONDS = 100;

  /** Kinds of SQL state: no connection, the operator's intervention, the server's system. */
  private static final Set<String> GONE = Set.of("08", "57", "58");

  /** The letters of "coterie": any number will do that other programs do not use. */
  private static final long LOCK = 0x636f7465726965L;

  /**
   * Where a PostgreSQL database is. The password is among the properties alone: neither the URL nor
   * the place, which may be shown, holds it.
   *
   * @param url for the driver
   * @param place for people
   * @param properties user, password and what else the URL says, such as sslmode
   */
  record Address(String url, String place, Properties properties) {
    private static final Pattern START = Pattern.compile("(jdbc:)?postgres(ql)?:.*");

    static boolean isOne(String where) {
      return START.matcher(where).matches();
    }

    static Address parse(String where) {
      try {
        URI uri = new URI(where.startsWith("jdbc:") ? where.substring("jdbc:".length()) : where);
        if (uri.getHost() == null || uri.getPath().length() < 2) {
          throw unreadable();
        }
        Properties properties = properties(uri);
        String server = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
        return new Address(
            "jdbc:postgresql://" + server + uri.getRawPath(),
            "postgresql://" + server + uri.getPath(),
            properties);
      } catch (URISyntaxException | IllegalArgumentException e) {
        throw unreadable(); // without the cause, which would show a password
      }
    }

    private static CoterieException unreadable() {
      return CoterieException.usage(
          "The URL of the journal cannot be read. Write it as postgresql://user@host:5432/database,"
              + " and give the password in the environment variable PGPASSWORD.");
    }

    private static Properties properties(URI uri) {
      Properties properties = new Properties();
      String environment = System.getenv("PGPASSWORD");
      if (environment != null) {
        properties.setProperty("password", environment);
      }
      if (uri.getRawUserInfo() != null) {
        String[] parts = uri.getRawUserInfo().split(":", 2);
        properties.setProperty("user", decode(parts[0]));
        if (parts.length == 2) {
          properties.setProperty("password", decode(parts[1]));
        }
      }
      if (uri.getRawQuery() != null) {
        for (String pair : uri.getRawQuery().split("&", -1)) {
          String[] parts = pair.split("=", 2);
          properties.setProperty(decode(parts[0]), parts.length == 2 ? decode(parts[1]) : "");
        }
      }
      return properties;
    }

    private static String decode(String text) {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
      return place;
    }
  }

  private final Address address;
  private volatile Connection connection;

  private PostgresEngine(Address address, Connection connection) {
    this.address = address;
    this.connection = connection;
  }

  static PostgresEngine open(Address address) {
    Connection connection = null;
    try {
      connection = connect(address);
      prepare(address, connection, PATIENCE_SECONDS);
      return new PostgresEngine(address, connection);
    } catch (SQLException e) {
      CoterieException told = explain(address, e, true).error();
      throw Engine.abandon(
          connection,
          LostJournalException.isCauseOf(told)
              ? new CoterieException(ErrorCode.NETWORK, absence(address), e)
              : told);
    } catch (CoterieException e) {
      throw Engine.abandon(connection, e);
    }
  }

  private static String absence(Address address) {
    return ("The database of the journal, %s, cannot be reached. Check that it runs, then start"
            + " again; nothing that was accepted is lost.")
        .formatted(address.place());
  }

  @Override
  public Connection reconnect() throws SQLException {
    try {
      connection.close(); // it may still have the lock
    } catch (SQLException e) {
      // The server has closed it.
    }
    Connection fresh = connect(address);
    try {
      prepare(address, fresh, RECONNECT_SECONDS);
      return fresh;
    } catch (SQLException | CoterieException e) {
      fresh.close();
      throw e;
    }
  }

  @Override
  public void adopt(Connection fresh) {
    connection = fresh;
  }

  private static Connection connect(Address address) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("socketTimeout", "120");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("ApplicationName", "coterie");
    properties.setProperty("prepareThreshold", "-1"); // bytes come as bytes, not as text
    properties.putAll(address.properties());
    return new Driver().connect(address.url(), properties);
  }

  private static void prepare(Address address, Connection connection, int seconds)
      throws SQLException {
    // A machine that lost power keeps its lock until the server misses it: here a minute.
    Database.execute(connection, "set tcp_keepalives_idle = 30");
    Database.execute(connection, "set tcp_keepalives_interval = 10");
    Database.execute(connection, "set tcp_keepalives_count = 3");
    Database.execute(connection, "set client_min_messages = warning");
    lock(address, connection, seconds);
    Database.execute(connection, "create schema if not exists coterie");
    Database.execute(connection, "set search_path to coterie");
  }

  /** Waits a little: the server may not have noticed yet that a killed process is gone. */
  private static void lock(Address address, Connection connection, int seconds)
      throws SQLException {
    long start = System.nanoTime();
    while (!isTrue(connection, "select pg_try_advisory_lock(%d)".formatted(LOCK))) {
      if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(seconds)) {
        throw CoterieException.usage(
            ("The journal %s is in use by another process. Stop that one first, or choose another"
                    + " database.")
                .formatted(address.place()));
      }
      try {
        TimeUnit.MILLISECONDS.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLException(e);
      }
    }
  }

  private static boolean isTrue(Connection connection, String question) throws SQLException {
    return Database.query(connection, question, row -> row.getBoolean(1)).get(0);
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
    return isTrue(connection, "select to_regclass('coterie.journal') is null");
  }

  @Override
  public String waitForDisk(boolean wait) {
    return "set synchronous_commit to " + (wait ? "on" : "off");
  }

  /** The mark is the transaction that last wrote the one row of the table "journal". */
  @Override
  public String setMark(Connection current) throws SQLException {
    Database.execute(current, "update journal set version = version");
    return mark(current);
  }

  @Override
  public String mark(Connection current) throws SQLException {
    return Database.query(current, "select xmin::text from journal", row -> row.getString(1))
        .get(0);
  }

  @Override
  public Trouble explain(SQLException e) {
    return explain(address, e, isClosed());
  }

  private boolean isClosed() {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      return true;
    }
  }

  private static Trouble explain(Address address, SQLException e, boolean isClosed) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    String known = state.length() < 2 ? "" : state.substring(0, 2);
    String kind = GONE.contains(known) || (known.isEmpty() && isClosed) ? "gone" : known;
    ErrorCode code =
        switch (kind) {
          case "28", "3D", "42" -> ErrorCode.USAGE;
          case "XX" -> ErrorCode.BAD_DATA;
          default -> ErrorCode.OUTPUT;
        };
    String message =
        switch (kind) {
          case "28", "3D" ->
              "The database of the journal, %s, lets nobody in with this user and password, or does"
                  + " not exist. Check the URL and the environment variable PGPASSWORD.";
          case "42" ->
              "The user may not work in the schema coterie of %s, or its tables are not those of a"
                  + " journal. Let the owner grant: create on the database, or make a new"
                  + " database.";
          case "53" ->
              "The server of the journal %s has no space or memory left. Make some; nothing that"
                  + " was accepted is lost.";
          case "XX" ->
              "The database of the journal, %s, is damaged. Begin the study in a new database; an"
                  + " older copy would lack what was sent since.";
          case "25" ->
              "The database of the journal, %s, can only be read. Name the primary server.";
          case "gone" ->
              "The database of the journal, %s, stopped answering. Check that it runs; the study"
                  + " pauses until it does, and nothing that was accepted is lost.";
          default ->
              "The database of the journal, %s, does not do what it should. Look into its log, then"
                  + " start again; nothing that was accepted is lost.";
        };
    Effect effect =
        switch (kind) {
          case "53" -> Effect.PASSES;
          case "gone" -> Effect.LOST;
          default -> Effect.LASTS;
        };
    return new Trouble(
        new CoterieException(
            code,
            message.formatted(address.place()),
            effect == Effect.LOST ? new LostJournalException(e) : e),
        effect);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
