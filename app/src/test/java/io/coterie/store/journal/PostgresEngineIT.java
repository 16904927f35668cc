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
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
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

  private Journal begun() {
    Journal journal = Journal.open(where);
    journal.begin(new BegunStudy("heart", "ab12", "{}", Instant.EPOCH));
    assertThat(journal.append("heart", STEP)).isEqualTo(1);
    return journal;
  }

  /** Makes the server end the journal's connection, and the journal notice it. */
  private static CoterieException lose(Journal journal) {
    String backend = ((SqlJournal) journal).database().read(c -> ask(c, "select pg_backend_pid()"));
    PostgresServer.execute("select pg_terminate_backend(%s)".formatted(backend));
    CoterieException lost =
        catchThrowableOfType(CoterieException.class, () -> journal.append("heart", STEP));
    assertThat(lost.code()).isEqualTo(ErrorCode.OUTPUT);
    assertThat(lost).hasMessageContaining("the study pauses until it does");
    assertThat(LostJournalException.isCauseOf(lost)).isTrue();
    return lost;
  }

  private static boolean isBack(Journal journal) {
    long limit = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    boolean usable = journal.awaitBack(() -> System.nanoTime() > limit);
    assertThat(System.nanoTime()).isLessThan(limit);
    return usable;
  }

  @Test
  void aLostConnectionIsMadeAgainAndLosesNothing() {
    try (Journal journal = begun()) {
      for (int times = 1; times <= 3; times++) {
        CoterieException lost = lose(journal);
        assertThat(lost).hasMessageContaining("nothing that was accepted is lost");
        assertThat(isBack(journal)).isTrue();
        assertThat(journal.append("heart", STEP)).isEqualTo(times + 1);
      }
    }
    try (Journal journal = Journal.open(where)) {
      assertThat(journal.append("heart", STEP)).isEqualTo(5);
    }
  }

  /** Its first chunks were not waited for, so a server that crashed may not have them. */
  @Test
  void aMessageThatWasArrivingIsNotAccepted() {
    MessageKey key = new MessageKey(1, 1, "answer", "a");
    byte[] bytes = new byte[3 * SqlJournal.CHUNK_BYTES];
    try (Journal journal = begun();
        Journal.Incoming incoming = journal.receive("heart", key)) {
      incoming.write(ByteBuffer.wrap(bytes));
      lose(journal);
      assertThat(isBack(journal)).isTrue();
      CoterieException refusal =
          catchThrowableOfType(CoterieException.class, () -> incoming.accept());
      assertThat(refusal.code()).isEqualTo(ErrorCode.OUTPUT);
      assertThat(journal.message("heart", key)).isEmpty();
      assertThat(journal.keep("heart", key, bytes)).isEqualTo(Journal.Acceptance.ACCEPTED);
      assertThat(journal.read("heart", key)).isEqualTo(bytes);
    }
  }

  @Test
  void aJournalThatAnotherProcessHadSinceIsNotUsed() {
    try (Journal journal = begun()) {
      PostgresServer.execute("update coterie.journal set version = version");
      lose(journal);
      assertThat(isBack(journal)).isFalse();
      assertThat(catchThrowableOfType(CoterieException.class, journal::studies))
          .hasMessageContaining("Another process has opened the journal");
    }
  }

  @Test
  void aJournalThatHasLostSomethingIsNotUsed() {
    try (Journal journal = begun()) {
      PostgresServer.execute("delete from coterie.event");
      lose(journal);
      assertThat(isBack(journal)).isFalse();
      CoterieException refusal = catchThrowableOfType(CoterieException.class, journal::studies);
      assertThat(refusal).hasMessageContaining("has lost what was accepted");
      assertThat(Journal.isTrouble(refusal)).isTrue();
    }
  }

  @Test
  void aLostJournalCanBeClosed() {
    Journal journal = begun();
    lose(journal);
    journal.close();
    assertThat(catchThrowableOfType(CoterieException.class, journal::studies))
        .hasMessageContaining("is closed");
    try (Journal again = Journal.open(where)) {
      assertThat(again.events("heart", 0)).hasSize(1);
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
