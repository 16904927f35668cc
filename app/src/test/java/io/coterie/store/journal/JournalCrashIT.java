package io.coterie.store.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Seed;
import io.coterie.store.journal.Journal.Acceptance;
import io.coterie.store.journal.Journal.Incoming;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a journal keeps when its process is killed, and how little memory it takes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class JournalCrashIT {
  private static final int KILLS = 4;
  private static final int MOST_MILLIS = 400;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void whatWasAcknowledgedSurvivesAKillAtAnyMomentAndNothingHalfWrittenIsSeen(JournalPlace place)
      throws Exception {
    String where = place.fresh(folder);
    for (int run = 0; run < KILLS; run++) {
      List<String> acknowledged = runUntilKilled(where, run);
      try (Journal journal = Journal.open(where)) {
        requireAllMessages(journal, run, acknowledged);
        requireAllEvents(journal, acknowledged);
      }
    }
  }

  /** Returns what the process said before it was killed, after a moment of work. */
  private static List<String> runUntilKilled(String where, int run) throws Exception {
    Process process = JournalChild.start("64m", where, "write", run);
    List<String> said = new ArrayList<>();
    try (BufferedReader reader = process.inputReader(UTF_8)) {
      said.add(reader.readLine());
      ExecutorService killer = Executors.newSingleThreadExecutor();
      Future<?> kill =
          killer.submit(
              () -> {
                // the moment of the kill, drawn from the seed
                Thread.sleep(new Seed(run).child("kill").random().nextInt(MOST_MILLIS));
                return process
                    .toHandle()
                    .destroyForcibly(); // SIGKILL; what was said stays readable
              });
      reader.lines().forEach(said::add);
      kill.get();
      killer.shutdown();
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(process.exitValue()).isEqualTo(128 + 9);
    said.removeIf(line -> !line.matches("(event|message) [0-9]+")); // the last may be cut
    assertThat(said).isNotEmpty();
    return said;
  }

  private static void requireAllMessages(Journal journal, int run, List<String> acknowledged)
      throws IOException {
    int last = -1;
    for (String line : acknowledged) {
      if (line.startsWith("message ")) {
        int number = Integer.parseInt(line.substring("message ".length()));
        assertThat(journal.message(JournalChild.STUDY, JournalChild.key(run, number)))
            .as(line)
            .isPresent();
        last = number;
      }
    }
    // The one after the last may be there, whole, or not; those given up never.
    for (int number = 0; number <= last + 2; number++) {
      MessageKey key = JournalChild.key(run, number);
      if (journal.message(JournalChild.STUDY, key).isPresent()) {
        assertThat(number % 5).isLessThan(4);
        assertThat(ByteBuffer.wrap(journal.read(JournalChild.STUDY, key)))
            .isEqualTo(ByteBuffer.wrap(JournalChild.bytes(run, number)));
      }
    }
  }

  private static void requireAllEvents(Journal journal, List<String> acknowledged) {
    List<Long> sequence =
        journal.events(JournalChild.STUDY, 0).stream().map(JournalEvent::sequence).toList();
    assertThat(sequence).isEqualTo(LongStream.rangeClosed(1, sequence.size()).boxed().toList());
    acknowledged.stream()
        .filter(line -> line.startsWith("event "))
        .map(line -> Long.valueOf(line.substring("event ".length())))
        .forEach(event -> assertThat(event).isLessThanOrEqualTo(sequence.size()));
  }

  @ParameterizedTest
  @EnumSource
  void aMessageOf64MegabytesIsReceivedWithAHeapOf16(JournalPlace place) throws Exception {
    String where = place.fresh(folder);
    Process process = JournalChild.start("16m", where, "large", 0);
    try (BufferedReader reader = process.inputReader(UTF_8)) {
      assertThat(reader.lines()).containsExactly("ACCEPTED");
    }
    assertThat(process.waitFor()).isZero();
    try (Journal journal = Journal.open(where)) {
      assertThat(journal.read(JournalChild.STUDY, JournalChild.key(0, 0))).hasSize(64 << 20);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anotherProcessIsRefusedUntilTheFirstIsGone(JournalPlace place) throws Exception {
    String where = place.fresh(folder);
    Journal journal = Journal.open(where);
    Process refused = JournalChild.start("16m", where, "large", 0);
    assertThat(refused.waitFor()).isEqualTo(1);
    journal.close();
    Process welcome = JournalChild.start("16m", where, "large", 0);
    try (BufferedReader reader = welcome.inputReader(UTF_8)) {
      assertThat(reader.readLine()).isEqualTo("ACCEPTED");
    } finally {
      welcome.destroyForcibly().waitFor();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aHundredAreReceivedAtOnce(JournalPlace place) throws Exception {
    int sites = 100;
    ExecutorService threads = Executors.newFixedThreadPool(sites);
    try (Journal journal = Journal.open(place.fresh(folder))) {
      journal.begin(new BegunStudy(JournalChild.STUDY, "ab12", "{}", Instant.EPOCH));
      List<Future<Acceptance>> accepted = new ArrayList<>();
      for (int site = 0; site < sites; site++) {
        int number = site;
        accepted.add(threads.submit(() -> send(journal, number)));
      }
      for (Future<Acceptance> one : accepted) {
        assertThat(one.get()).isEqualTo(Acceptance.ACCEPTED);
      }
      for (int number = 0; number < sites; number++) {
        assertThat(ByteBuffer.wrap(journal.read(JournalChild.STUDY, JournalChild.key(0, number))))
            .isEqualTo(ByteBuffer.wrap(JournalChild.bytes(0, number)));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** In frames of 10,000 bytes, so that the chunks of all are mixed. */
  private static Acceptance send(Journal journal, int number) {
    byte[] bytes = JournalChild.bytes(0, number);
    try (Incoming incoming = journal.receive(JournalChild.STUDY, JournalChild.key(0, number))) {
      for (int at = 0; at < bytes.length; at += 10_000) {
        incoming.write(ByteBuffer.wrap(bytes, at, Math.min(10_000, bytes.length - at)));
      }
      return incoming.accept();
    }
  }
}
