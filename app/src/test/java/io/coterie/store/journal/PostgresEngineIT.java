package io.coterie.store.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresEngineIT {
  private static final JournalEvent STEP = new JournalEvent("step", 1, "{}");
  private static final String SECRET = "hunter2";

  private String where;

  @BeforeEach
  void empty() {
    where = PostgresServer.emptyDatabase();
  }

  private static CoterieException refused(String where, ErrorCode code, String reason) {
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> Journal.open(where).close());
    assertThat(refusal).isNotNull().hasMessageContaining(reason);
    assertThat(refusal.code()).isEqualTo(code);
    StringWriter trace = new StringWriter();
    refusal.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).doesNotContain(SECRET);
    return refusal;
  }

  private static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Test
  void draftsDoNotWaitForTheDiskButWhatIsAcknowledgedDoes() {
    try (Journal journal = Journal.open(where)) {
      Database database = ((SqlJournal) journal).database();
      for (int repeat = 0; repeat < 2; repeat++) {
        assertThat(database.<String>write(c -> ask(c, "show synchronous_commit"))).isEqualTo("on");
        assertThat(database.<String>draft(c -> ask(c, "show synchronous_commit"))).isEqualTo("off");
      }
    }
  }

  @Test
  void theUrlMayBeOneOfJdbcWithThePasswordInIt() {
    String jdbc =
        "jdbc:"
            + where.replace("postgres@", "")
            + "?user=postgres&password=%s&sslmode=disable".formatted(SECRET);
    try (Journal journal = Journal.open(jdbc)) {
      assertThat(journal.place()).startsWith("postgresql://localhost:").endsWith("/postgres");
    }
  }

  @Test
  void aLostConnectionEndsTheJournalAndLosesNothing() {
    try (Journal journal = Journal.open(where)) {
      journal.begin(new BegunStudy("heart", "ab12", "{}", Instant.EPOCH));
      assertThat(journal.append("heart", STEP)).isEqualTo(1);
      String backend =
          ((SqlJournal) journal).database().read(c -> ask(c, "select pg_backend_pid()"));
      PostgresServer.execute("select pg_terminate_backend(%s)".formatted(backend));

      CoterieException lost =
          catchThrowableOfType(CoterieException.class, () -> journal.append("heart", STEP));
      assertThat(lost.code()).isEqualTo(ErrorCode.NETWORK);
      assertThat(lost).hasMessageContaining("then start again; nothing that was accepted is lost");
      assertThat(catchThrowableOfType(CoterieException.class, journal::studies))
          .hasMessage(lost.getMessage());
    }
    try (Journal journal = Journal.open(where)) {
      assertThat(journal.append("heart", STEP)).isEqualTo(2);
    }
  }

  @Test
  void aServerThatIsNotThereIsNamed() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    refused(
        "postgresql://me:%s@localhost:%d/study".formatted(SECRET, port),
        ErrorCode.NETWORK,
        "postgresql://localhost:%d/study, cannot be reached".formatted(port));
  }

  @Test
  void anUnknownUserOrDatabaseIsRefused() {
    refused(
        where.replace("postgres@", "nobody-here:%s@".formatted(SECRET)),
        ErrorCode.USAGE,
        "lets nobody in with this user and password");
    refused(where.replaceAll("/postgres$", "/none"), ErrorCode.USAGE, "or does not exist");
  }

  @Test
  void aUserWhoMayMakeNothingIsRefused() {
    PostgresServer.execute("create role guest login");
    try {
      refused(
          where.replace("postgres@", "guest@"), ErrorCode.USAGE, "grant: create on the database");
    } finally {
      PostgresServer.execute("drop role guest");
    }
  }

  @Test
  void aServerThatCanOnlyBeReadIsRefused() {
    String readOnly = where + "?options=-c%20default_transaction_read_only=on";
    refused(readOnly, ErrorCode.OUTPUT, "can only be read");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql:study",
        "postgresql://me:hunter2@host",
        "postgresql://me:hunter2@host/",
        "postgres://me:hunter2@ho st/study",
        "postgresql://me:hunter2%zz@host/study",
        "jdbc:postgresql://one,two/study?password=hunter2",
      })
  void aUrlThatCannotBeReadIsRefusedWithoutShowingIt(String url) {
    CoterieException refusal =
        refused(url, ErrorCode.USAGE, "Write it as postgresql://user@host:5432/database");
    assertThat(refusal).hasMessageContaining("PGPASSWORD");
  }

  @Test
  void thePasswordIsInThePropertiesAlone() {
    PostgresEngine.Address address =
        PostgresEngine.Address.parse("postgresql://me:hun%40ter+2@host/study?sslmode=verify-full");
    assertThat(address.properties())
        .containsEntry("user", "me")
        .containsEntry("password", "hun@ter+2")
        .containsEntry("sslmode", "verify-full");
    assertThat(address.url()).isEqualTo("jdbc:postgresql://host/study");
    assertThat(address).hasToString("postgresql://host/study");
    assertThat(PostgresEngine.Address.isOne("study.db")).isFalse();
    assertThat(PostgresEngine.Address.isOne("postgres.db")).isFalse();
  }
}
