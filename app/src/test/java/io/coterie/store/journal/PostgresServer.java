package io.coterie.store.journal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A real PostgreSQL server, started when the first test asks for it and stopped with the process.
 * It refuses to run as root; where user namespaces are allowed it is started as nobody.
 */
final class PostgresServer {
  private static EmbeddedPostgres server;
  private static String reason;

  private PostgresServer() {}

  /** Returns the URL of an empty database; skips the test where no server can be started. */
  static synchronized String emptyDatabase() {
    start();
    assumeTrue(server != null, "PostgreSQL was not tested: " + reason);
    execute("drop schema if exists coterie cascade"); // far faster than a new database
    return "postgresql://postgres@localhost:%d/postgres".formatted(server.getPort());
  }

  private static void start() {
    if (server != null || reason != null) {
      return;
    }
    try {
      server =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "on")
              .setServerConfig(
                  "synchronous_commit", "off") // the journal must ask for what it needs
              .start();
    } catch (IOException | IllegalStateException e) {
      reason = "no server could be started here (%s)".formatted(e.getMessage());
    }
  }

  static void execute(String sql) {
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
