package io.coterie.store.journal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.testing.Await;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A PostgreSQL server of its own that can crash and be started again at the same port. */
public final class RestartedPostgres implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final EmbeddedPostgres server;
  private final Path data;
  private final List<String> command = new ArrayList<>();

  private RestartedPostgres(EmbeddedPostgres server, Path data) throws IOException {
    this.server = server;
    this.data = data;
    ProcessHandle.Info running = postmaster().orElseThrow().info();
    assumeTrue(running.command().isPresent(), "The server's command is not shown here.");
    if (ProcessHandle.current().info().user().filter("root"::equals).isPresent()) {
      command.addAll(List.of("unshare", "-U")); // as it was started: not as root
    }
    command.add(running.command().get());
    command.addAll(List.of(running.arguments().orElseThrow()));
  }

  /** Starts a server; skips the test where none can be started. */
  public static RestartedPostgres start(Path data) throws IOException {
    EmbeddedPostgres server = null;
    try {
      server = EmbeddedPostgres.builder().setDataDirectory(data).start();
    } catch (IOException | IllegalStateException e) {
      assumeTrue(false, "no server could be started here (%s)".formatted(e.getMessage()));
    }
    return new RestartedPostgres(server, data);
  }

  public int port() {
    return server.getPort();
  }

  public String url() {
    return "postgresql://postgres@127.0.0.1:%d/postgres".formatted(port());
  }

  private Optional<ProcessHandle> postmaster() throws IOException {
    String first = Files.readAllLines(data.resolve("postmaster.pid")).get(0);
    return ProcessHandle.of(Long.parseLong(first.strip()));
  }

  /** Ends the server at once, as pg_ctl stop -m immediate does. */
  public void crash() throws IOException, InterruptedException {
    ProcessHandle running = postmaster().orElseThrow();
    int done = new ProcessBuilder("kill", "-QUIT", "" + running.pid()).start().waitFor();
    assumeTrue(done == 0, "The server cannot be stopped here.");
    Await.until(() -> !running.isAlive(), PATIENCE);
  }

  public void startAgain() throws IOException {
    Process unused =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Await.until(() -> execute("select 1"), PATIENCE);
  }

  /** Ends every connection of a coordinator; returns whether the server could be asked. */
  public boolean disconnect() {
    return execute(
        "select pg_terminate_backend(pid) from pg_stat_activity"
            + " where application_name = 'coterie'");
  }

  public void empty() {
    if (!execute("drop schema if exists coterie cascade")) {
      throw new IllegalStateException("The server does not answer.");
    }
  }

  private boolean execute(String sql) {
    String place = "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres".formatted(port());
    try (Connection connection = DriverManager.getConnection(place);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
