package io.coterie.store.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Seed;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.Journal.Incoming;
import io.coterie.store.journal.Journal.StoredMessage;
import io.coterie.wire.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds for a journal in any database. */
abstract class JournalContract {
  private static final BegunStudy HEART =
      new BegunStudy("heart", "ab12", "{\"clusters\":3}", Instant.ofEpochMilli(1_800_000_000_123L));
  private static final MessageKey KEY = new MessageKey(1, 0, "ask", "a");

  @TempDir private Path folder;

  private final JournalPlace place;

  JournalContract(JournalPlace place) {
    this.place = place;
  }

  private static Acceptance put(Journal journal, MessageKey key, byte[] bytes) {
    try (Incoming incoming = journal.receive("heart", key)) {
      incoming.write(ByteBuffer.wrap(bytes));
      return incoming.accept();
    }
  }

  private static byte[] read(Journal journal, MessageKey key) {
    return journal.read("heart", key);
  }

  /** What a step says, whenever it was written. */
  private static List<String> steps(Journal journal) {
    return journal.events("heart", 0).stream()
        .map(event -> "%s %d %s".formatted(event.kind(), event.round(), event.text()))
        .toList();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Seed(7).child("bytes").random().nextBytes(bytes);
    return bytes;
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static long chunks(Journal journal) {
    return ((SqlJournal) journal)
        .database()
        .read(
            connection -> {
              try (Statement statement = connection.createStatement();
                  ResultSet rows = statement.executeQuery("select count(*) from chunk")) {
                rows.next();
                return rows.getLong(1);
              }
            });
  }

  @Test
  void aCorrectedStudyDropsWhatWasOfTheFormer() {
    BegunStudy corrected = new BegunStudy("heart", "cd34", "{}", Instant.ofEpochMilli(5));
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(HEART);
      assertThat(put(journal, KEY, bytes(600_000))).isEqualTo(Acceptance.ACCEPTED);
      journal.append("heart", new JournalEvent(EventKind.JOINED, 0, "{}"));
      assertThat(journal.messages("heart")).extracting(StoredMessage::key).containsExactly(KEY);

      journal.replace(corrected);
      assertThat(journal.study("heart")).contains(corrected);
      assertThat(journal.messages("heart")).isEmpty();
      assertThat(steps(journal)).isEmpty();
      assertThat(chunks(journal)).isZero();
      assertThat(put(journal, KEY, bytes(3))).isEqualTo(Acceptance.ACCEPTED);
      assertThat(journal.append("heart", new JournalEvent(EventKind.JOINED, 0, "{}"))).isOne();
      journal.begin(corrected);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> journal.replace(new BegunStudy("lung", "ab", "{}", Instant.EPOCH)));
    }
  }

  @Test
  void whatWasReleasedIsWhatSitesSaidOfTheirRecords() {
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(HEART);
      put(journal, new MessageKey(1, 0, "question", "COORDINATOR"), bytes(9));
      put(journal, new MessageKey(1, 1, "advertise", "a"), bytes(9));
      put(journal, new MessageKey(1, 1, "share", "a"), bytes(9));
      put(journal, new MessageKey(2, 1, "label", "a"), bytes(0));
      put(journal, new MessageKey(2, 1, "mask", "b"), bytes(0));
      assertThat(Released.of(journal, "heart").isNothing()).isTrue();

      put(journal, new MessageKey(1, 1, "mask", "a"), bytes(1_500));
      put(journal, new MessageKey(3, 1, "answer", "a"), bytes(40));
      assertThat(Released.of(journal, "heart").words())
          .isEqualTo("site a: 2 messages of rounds 1 to 3, 1,540 bytes");
      journal.append("heart", new JournalEvent(EventKind.DRAWN, 4, "{}"));
      assertThat(Released.of(journal, "heart").words())
          .endsWith("; noise was drawn, and its budget charged, for round 4");
    }
  }

  @Test
  void whatWasWrittenIsThereWhenTheJournalIsOpenedAgain() throws Exception {
    String where = place.fresh(folder);
    byte[] large = bytes(3 * SqlJournal.CHUNK_BYTES + 5);
    try (Journal journal = Journal.open(where)) {
      assertThat(journal.study("heart")).isEmpty();
      journal.begin(HEART);
      assertThat(put(journal, KEY, large)).isEqualTo(Acceptance.ACCEPTED);
      assertThat(journal.append("heart", new JournalEvent("round-opened", 1, "{\"ä\":1}")))
          .isEqualTo(1);
      assertThat(journal.append("heart", new JournalEvent("round-closed", 1, "{}"))).isEqualTo(2);
    }
    try (Journal journal = Journal.open(where)) {
      assertThat(journal.study("heart")).contains(HEART);
      StoredMessage message = journal.message("heart", KEY).orElseThrow();
      assertThat(message.bytes()).isEqualTo(large.length);
      assertThat(message.sha256()).isEqualTo(sha256(large));
      assertThat(message.time()).isAfter(HEART.time().minusSeconds(1_000_000_000));
      assertThat(read(journal, KEY)).isEqualTo(large);
      assertThat(steps(journal)).containsExactly("round-opened 1 {\"ä\":1}", "round-closed 1 {}");
      assertThat(journal.append("heart", new JournalEvent("finished", 1, "{}"))).isEqualTo(3);
      assertThat(journal.events("heart", 2))
          .singleElement()
          .satisfies(event -> assertThat(event.sequence()).isEqualTo(3));
      // What was there keeps its bytes when more is written.
      put(journal, new MessageKey(2, 0, "ask", "a"), bytes(10));
      assertThat(read(journal, KEY)).isEqualTo(large);
    }
  }

  @Test
  void messagesOfEverySizeComeBackAsTheyWere() throws Exception {
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(HEART);
      int round = 0;
      for (int length :
          new int[] {0, 1, 4096, 4097, SqlJournal.CHUNK_BYTES, SqlJournal.CHUNK_BYTES + 1}) {
        MessageKey key = new MessageKey(round++, 0, "ask", "a");
        byte[] bytes = bytes(length);
        try (Incoming incoming = journal.receive("heart", key)) {
          for (int at = 0; at < length; at += 1000) {
            incoming.write(ByteBuffer.wrap(bytes, at, Math.min(1000, length - at)));
          }
          assertThat(incoming.accept(sha256(bytes))).isEqualTo(Acceptance.ACCEPTED);
        }
        assertThat(read(journal, key)).isEqualTo(bytes);
        assertThat(journal.message("heart", key).orElseThrow().bytes()).isEqualTo(length);
      }
    }
  }

  @Test
  void aSecondMessageOfOneKeyIsADuplicateOrAConflict() throws Exception {
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(HEART);
      byte[] first = bytes(SqlJournal.CHUNK_BYTES + 100);
      byte[] other = first.clone();
      other[SqlJournal.CHUNK_BYTES] ^= 1;
      assertThat(put(journal, KEY, first)).isEqualTo(Acceptance.ACCEPTED);
      assertThat(put(journal, KEY, first)).isEqualTo(Acceptance.DUPLICATE);
      assertThat(put(journal, KEY, other)).isEqualTo(Acceptance.CONFLICT);
      assertThat(read(journal, KEY)).isEqualTo(first);
      assertThat(chunks(journal)).isEqualTo(2);
      // Another attempt is another message.
      assertThat(put(journal, new MessageKey(1, 1, "ask", "a"), other))
          .isEqualTo(Acceptance.ACCEPTED);
    }
  }

  @Test
  void ofTwoWhoSendAtOnceTheFirstToEndIsAccepted() throws Exception {
    try (Journal journal = Journal.open(place.fresh(folder));
        Incoming one = startThenPause(journal)) {
      byte[] whole = bytes(10);
      assertThat(put(journal, KEY, whole)).isEqualTo(Acceptance.ACCEPTED);
      assertThat(one.accept()).isEqualTo(Acceptance.CONFLICT);
      assertThat(read(journal, KEY)).isEqualTo(whole);
    }
  }

  private static Incoming startThenPause(Journal journal) {
    journal.begin(HEART);
    Incoming incoming = journal.receive("heart", KEY);
    incoming.write(ByteBuffer.wrap(bytes(2 * SqlJournal.CHUNK_BYTES + 1)));
    return incoming;
  }

  @Test
  void anUnfinishedMessageIsNeverSeen() {
    try (Journal journal = Journal.open(place.fresh(folder))) {
      Incoming incoming = startThenPause(journal);
      assertThat(chunks(journal)).isEqualTo(2);
      assertThat(journal.message("heart", KEY)).isEmpty();
      assertThat(journal.messages("heart", 1, 0, "ask")).isEmpty();
      assertThatIllegalArgumentException().isThrownBy(() -> journal.read("heart", KEY));

      incoming.close();
      assertThat(chunks(journal)).isZero();
      assertThat(journal.message("heart", KEY)).isEmpty();
    }
  }

  @Test
  void aMessageLeftUnfinishedIsDroppedWhenTheJournalIsOpenedAgain() {
    String where = place.fresh(folder);
    try (Journal journal = Journal.open(where)) {
      var unused = startThenPause(journal);
      assertThat(chunks(journal)).isEqualTo(2);
    }
    try (Journal journal = Journal.open(where)) {
      assertThat(chunks(journal)).isZero();
    }
  }

  @Test
  void aDigestThatDoesNotFitIsRefused() throws Exception {
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(HEART);
      Incoming incoming = journal.receive("heart", KEY);
      incoming.write(ByteBuffer.wrap("sent".getBytes(UTF_8)));
      assertThat(incoming.accept(sha256("meant".getBytes(UTF_8)))).isEqualTo(Acceptance.DAMAGED);
      assertThat(journal.message("heart", KEY)).isEmpty();
      assertThatIllegalStateException().isThrownBy(incoming::accept);
      assertThat(put(journal, KEY, "meant".getBytes(UTF_8))).isEqualTo(Acceptance.ACCEPTED);
    }
  }

  @Test
  void messagesOfAStepAreListedBySite() {
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(HEART);
      for (String site : List.of("c", "a-1", "B", "a1")) {
        put(journal, new MessageKey(1, 0, "ask", site), bytes(3));
      }
      put(journal, new MessageKey(1, 0, "mask", "d"), bytes(3));
      put(journal, new MessageKey(2, 0, "ask", "d"), bytes(3));
      put(journal, new MessageKey(1, 1, "ask", "d"), bytes(3));
      assertThat(journal.messages("heart", 1, 0, "ask"))
          .extracting(message -> message.key().site())
          .containsExactly("B", "a-1", "a1", "c");
    }
  }

  @Test
  void studiesDoNotMix() {
    BegunStudy lung = new BegunStudy("lung", "cd34", "{}", HEART.time());
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(lung);
      journal.begin(HEART);
      put(journal, KEY, bytes(3));
      journal.append("heart", new JournalEvent("finished", 1, "{}"));
      assertThat(journal.studies()).containsExactly(lung, HEART);
      assertThat(journal.message("lung", KEY)).isEmpty();
      assertThat(journal.events("lung", 0)).isEmpty();
      assertThat(journal.append("lung", new JournalEvent("finished", 1, "{}"))).isEqualTo(1);
    }
  }

  @Test
  void aStudyIsBegunOnceAndAnotherOfItsNameIsRefused() {
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(HEART);
      journal.begin(new BegunStudy("heart", "ab12", HEART.text(), Instant.EPOCH));
      assertThat(journal.studies()).containsExactly(HEART);
      CoterieException refusal =
          catchThrowableOfType(
              CoterieException.class,
              () -> journal.begin(new BegunStudy("heart", "ff", "{}", HEART.time())));
      assertThat(refusal.code()).isEqualTo(ErrorCode.USAGE);
      assertThat(refusal).hasMessageContaining("hash ab12; this one has ff");
      assertThat(journal.study("heart")).isEqualTo(Optional.of(HEART));
    }
  }

  @Test
  void nothingIsWrittenForAStudyThatWasNotBegun() {
    try (Journal journal = Journal.open(place.fresh(folder))) {
      assertThatIllegalArgumentException().isThrownBy(() -> journal.receive("heart", KEY));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> journal.append("heart", new JournalEvent("finished", 1, "{}")));
    }
  }

  @Test
  void twoCannotHaveOneJournal() {
    String where = place.fresh(folder);
    try (Journal journal = Journal.open(where)) {
      CoterieException refusal =
          catchThrowableOfType(CoterieException.class, () -> Journal.open(where));
      assertThat(refusal.code()).isEqualTo(ErrorCode.USAGE);
      assertThat(refusal)
          .hasMessageContaining(journal.place())
          .hasMessageContaining("in use by another process. Stop that one first");
    }
    Journal.open(where).close();
  }

  @Test
  void aJournalOfANewerVersionIsRefused() {
    String where = place.fresh(folder);
    try (Journal journal = Journal.open(where)) {
      execute(journal, "update journal set version = 3");
    }
    CoterieException refusal =
        catchThrowableOfType(CoterieException.class, () -> Journal.open(where));
    assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_DATA);
    assertThat(refusal)
        .hasMessageContaining(
            "is of version 3; this Coterie knows versions 1 to 2. Use the Coterie that");
  }

  /** Puts the tables of version 1, as they were written, in place of those that are made now. */
  private static void makeOld(JournalPlace place, String where) throws Exception {
    try (Journal journal = Journal.open(where)) {
      for (String table : List.of("event", "chunk", "message", "study", "journal")) {
        execute(journal, "drop table " + table);
      }
      for (String statement : resource("/formats/journal-1.sql").strip().split(";\n", -1)) {
        execute(
            journal,
            place == JournalPlace.POSTGRESQL
                ? statement.replace(" blob ", " bytea ").replace("x'", "'\\x")
                : statement);
      }
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream stream = JournalTest.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), UTF_8);
    }
  }

  @Test
  void aJournalOfVersionOneIsBroughtUpToDate() throws Exception {
    String where = place.fresh(folder);
    makeOld(place, where);
    for (int time = 0; time < 2; time++) { // the second time it is of version 2
      try (Journal journal = Journal.open(where)) {
        assertThat(journal.id()).isEqualTo("0123456789abcdef0123456789abcdef");
        assertThat(journal.study("heart")).contains(HEART);
        assertThat(read(journal, KEY)).asString(UTF_8).isEqualTo("what site a said");
        assertThat(steps(journal)).containsExactly("round-opened 1 {\"sites\":[\"a\"]}");
      }
    }
  }

  @Test
  void aStudyOfAnOlderProtocolIsNotGoneOnWith() throws Exception {
    String where = place.fresh(folder);
    makeOld(place, where);
    try (Journal journal = Journal.open(where)) {
      CoterieException refusal =
          catchThrowableOfType(CoterieException.class, () -> journal.begin(HEART));
      assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_DATA);
      assertThat(refusal)
          .hasMessageContaining("begun with version 1 of the protocol")
          .hasMessageContaining("speaks version " + Protocol.VERSION)
          .hasMessageContaining("Finish it with the Coterie that began it");
      BegunStudy other = new BegunStudy("lung", "cd34", "{}", HEART.time());
      journal.begin(other);
      journal.begin(other); // goes on with what was begun now
    }
  }

  private static void execute(Journal journal, String sql) {
    ((SqlJournal) journal)
        .database()
        .write(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate(sql);
              }
            });
  }

  @Test
  void aMessageThatChangedOrLostAChunkIsNoticedBeforeItEnds() {
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(HEART);
      MessageKey other = new MessageKey(2, 0, "ask", "b");
      put(journal, KEY, new byte[2 * SqlJournal.CHUNK_BYTES]);
      put(journal, other, bytes(3 * SqlJournal.CHUNK_BYTES));
      execute(
          journal,
          "update chunk set content = (select content from chunk where message = 2 and part = 1)"
              + " where message = 1 and part = 1");
      execute(journal, "delete from chunk where message = 2 and part = 1");
      for (MessageKey key : List.of(KEY, other)) {
        CoterieException damage =
            catchThrowableOfType(CoterieException.class, () -> read(journal, key));
        assertThat(damage.code()).isEqualTo(ErrorCode.BAD_DATA);
        assertThat(damage)
            .hasMessageContaining("message of %s for step ask of round".formatted(key.site()));
      }
    }
  }

  @Test
  void eachJournalHasAnIdOfItsOwnAndKeepsIt() {
    String where = place.fresh(folder);
    String id;
    try (Journal journal = Journal.open(where)) {
      id = journal.id();
      assertThat(id).matches("[0-9a-f]{32}");
    }
    try (Journal journal = Journal.open(where)) {
      assertThat(journal.id()).isEqualTo(id);
    }
    try (Journal journal = Journal.open(place.fresh(folder))) {
      assertThat(journal.id()).isNotEqualTo(id);
    }
  }

  @Test
  void aClosedJournalSaysSo() {
    Journal journal = Journal.open(place.fresh(folder));
    journal.close();
    journal.close();
    assertThat(catchThrowableOfType(CoterieException.class, journal::studies))
        .hasMessageContaining("is closed");
  }
}
