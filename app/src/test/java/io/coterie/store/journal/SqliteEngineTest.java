package io.coterie.store.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.Journal.Incoming;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteEngineTest {
  private static final MessageKey KEY = new MessageKey(1, 0, "ask", "a");
  private static final JournalEvent STEP = new JournalEvent("step", 1, "{}");

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("new").resolve("journal.db");
  }

  private Journal open() {
    Journal journal = Journal.open(file);
    journal.begin(new BegunStudy("heart", "ab12", "{}", Instant.EPOCH));
    return journal;
  }

  private static void put(Journal journal, byte[] bytes) {
    try (Incoming incoming = journal.receive("heart", KEY)) {
      incoming.write(ByteBuffer.wrap(bytes));
      assertThat(incoming.accept()).isEqualTo(Acceptance.ACCEPTED);
    }
  }

  private void refused(ErrorCode code, String reason) {
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> Journal.open(file).close());
    assertThat(refusal).isNotNull().hasMessageContaining(file.toString());
    assertThat(refusal).hasMessageContaining(reason);
    assertThat(refusal.code()).isEqualTo(code);
  }

  private static String ask(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.getString(1);
    }
  }

  @Test
  void onlyTheOwnerMayReadIt() throws IOException {
    Files.createDirectory(file.getParent());
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
    try (Journal journal = open();
        Stream<Path> files = Files.list(file.getParent())) {
      put(journal, new byte[10]);
      List<Path> all = files.toList();
      assertThat(all).hasSize(4); // database, log, index of the log, lock
      for (Path each : all) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
            .as(each.toString())
            .isEqualTo("rw-------");
      }
    }
  }

  @Test
  void draftsDoNotWaitForTheDiskButWhatIsAcknowledgedDoes() {
    try (Journal journal = open()) {
      Database database = ((SqlJournal) journal).database();
      assertThat(database.<String>read(c -> ask(c, "pragma journal_mode"))).isEqualTo("wal");
      assertThat(database.<String>read(c -> ask(c, "pragma page_size"))).isEqualTo("16384");
      for (int repeat = 0; repeat < 2; repeat++) {
        // 2 is FULL, 1 is NORMAL
        assertThat(database.<String>write(c -> ask(c, "pragma synchronous"))).isEqualTo("2");
        assertThat(database.<String>draft(c -> ask(c, "pragma synchronous"))).isEqualTo("1");
      }
    }
  }

  @Test
  void aLinkToAJournalIsTheSameJournal() throws IOException {
    try (Journal journal = open()) {
      Path link = Files.createSymbolicLink(folder.resolve("link.db"), file);
      assertThat(catchThrowableOfType(CoterieException.class, () -> Journal.open(link)))
          .hasMessageContaining(journal.place())
          .hasMessageContaining("in use by another process");
    }
  }

  @Test
  void aFileOfAnotherKindIsRefused() throws IOException {
    Files.createDirectory(file.getParent());
    Files.writeString(file, "age,weight\n".repeat(1000));
    refused(ErrorCode.BAD_DATA, "is damaged, or is no journal");
    assertThat(Files.readString(file)).startsWith("age,weight\n");
  }

  @Test
  void aDatabaseOfAnotherProgramIsRefusedAndLeftAsItIs() throws Exception {
    Files.createDirectory(file.getParent());
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("create table patient (name text)");
    }
    refused(ErrorCode.BAD_DATA, "is a database, but no journal of Coterie");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      assertThat(ask(connection, "select group_concat(name) from sqlite_master"))
          .isEqualTo("patient");
    }
  }

  @Test
  void aFileThatWasCutIsRefused() throws IOException {
    try (Journal journal = open()) {
      put(journal, new byte[3 * SqlJournal.CHUNK_BYTES]);
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }
    CoterieException damage =
        catchThrowableOfType(
            CoterieException.class,
            () -> {
              try (Journal journal = Journal.open(file)) {
                journal.read("heart", KEY);
              }
            });
    assertThat(damage.code()).isEqualTo(ErrorCode.BAD_DATA);
    assertThat(damage).hasMessageContaining("is damaged");
  }

  @Test
  void everyChangedBitOfAMessageIsNoticed() throws IOException {
    byte[] bytes = new byte[2 * SqlJournal.CHUNK_BYTES];
    Arrays.fill(bytes, (byte) 0x5a);
    try (Journal journal = open()) {
      put(journal, bytes);
    }
    byte[] whole = Files.readAllBytes(file);
    for (int at = whole.length / 4; at < whole.length; at += whole.length / 7) {
      while (whole[at] != 0x5a) {
        at++;
      }
      byte[] changed = whole.clone();
      changed[at] ^= 1;
      Files.write(file, changed);
      try (Journal journal = open()) {
        CoterieException damage =
            catchThrowableOfType(CoterieException.class, () -> journal.read("heart", KEY));
        assertThat(damage).as("byte %d", at).isNotNull();
        assertThat(damage).hasMessageContaining("is not what was accepted");
      }
    }
  }

  @Test
  void aFullDiskIsSaidAndTheJournalGoesOnWhenThereIsSpace() throws IOException {
    try (Journal journal = open()) {
      put(journal, new byte[10]);
      Database database = ((SqlJournal) journal).database();
      String pages = database.read(c -> ask(c, "pragma page_count"));
      database.<String>read(c -> ask(c, "pragma max_page_count = " + pages));

      MessageKey other = new MessageKey(2, 0, "ask", "a");
      CoterieException refusal =
          catchThrowableOfType(
              CoterieException.class,
              () -> {
                try (Incoming incoming = journal.receive("heart", other)) {
                  incoming.write(ByteBuffer.allocate(3 * SqlJournal.CHUNK_BYTES));
                  var unused = incoming.accept();
                }
              });
      assertThat(refusal.code()).isEqualTo(ErrorCode.OUTPUT);
      assertThat(refusal).hasMessageContaining("no space left for the journal");
      assertThat(journal.message("heart", other)).isEmpty();

      database.<String>read(c -> ask(c, "pragma max_page_count = 1000000"));
      assertThat(journal.append("heart", STEP)).isEqualTo(1);
      assertThat(journal.message("heart", KEY)).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql://me:secret@host/study", "jdbc:sqlite:study.db", "file:study.db"})
  void aUrlOfAnotherKindIsNoFile(String url) {
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> Journal.open(url));
    assertThat(refusal.code()).isEqualTo(ErrorCode.USAGE);
    assertThat(refusal).hasMessageContaining("A journal is a file").message().doesNotContain(url);
  }

  @Test
  void aFolderIsNoJournal() throws IOException {
    Files.createDirectories(file);
    refused(ErrorCode.USAGE, "is a folder; name a file in it");
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    Files.createFile(folder.resolve("new"));
    refused(ErrorCode.OUTPUT, "cannot be written. Check the folder, its permissions");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFolderThatCannotBeWrittenIsRefused() {
    file = Path.of("/proc/journal.db"); // where not even root can make a file
    refused(ErrorCode.OUTPUT, "cannot be written. Check the folder, its permissions");
  }

  @Test
  void aFileThatCannotBeWrittenAnyMoreEndsTheJournal() {
    try (Journal journal = open()) {
      Database database = ((SqlJournal) journal).database();
      database.<Boolean>read(c -> c.createStatement().execute("pragma query_only = on"));
      CoterieException refusal =
          catchThrowableOfType(CoterieException.class, () -> journal.append("heart", STEP));
      assertThat(refusal.code()).isEqualTo(ErrorCode.OUTPUT);
      assertThat(catchThrowableOfType(CoterieException.class, journal::studies))
          .hasMessage(refusal.getMessage());
    }
    Journal.open(file).close(); // and its lock is gone
  }

  @Test
  void aProgramThatHoldsTheFileIsNamedAsTheReason() throws SQLException {
    try (Journal journal = open();
        Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = other.createStatement()) {
      ((SqlJournal) journal)
          .database()
          .<Boolean>read(c -> c.createStatement().execute("pragma busy_timeout = 50"));
      statement.execute("begin immediate");
      CoterieException refusal =
          catchThrowableOfType(CoterieException.class, () -> journal.append("heart", STEP));
      assertThat(refusal.code()).isEqualTo(ErrorCode.USAGE);
      assertThat(refusal).hasMessageContaining("Another program holds the journal");
      statement.execute("rollback");
      assertThat(journal.append("heart", STEP)).isEqualTo(1);
    }
  }
}
