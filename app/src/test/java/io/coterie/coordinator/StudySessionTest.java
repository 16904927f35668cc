package io.coterie.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.message.SiteMessage;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.store.journal.Journal.Incoming;
import io.coterie.study.Study;
import io.coterie.testing.Await;
import io.coterie.wire.Slot;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whom a step waits for, by a clock that the tests move. */
@Timeout(60)
class StudySessionTest {
  private static final List<String> SITES = List.of("a", "b", "c");

  /** A course asks for the time a few times whenever it looks who is there. */
  private static final int MANY_LOOKS = 40;

  private final Study study =
      Study.parse(
          """
          study: flowers
          clusters: 3
          schema:
            columns: [{name: p}]
          participation: {sites: [a, b, c], join-within: 60m, answer-within: 60m}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true}
          """,
          "test");
  private final Hands hands = new Hands();
  private Journal journal;
  private StudyLog log;
  private StudySession session;

  @TempDir private Path folder;

  /** A clock that stands still, and may be moved in the midst of a look by the test's thread. */
  private static final class Hands implements LongSupplier {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger looks = new AtomicInteger();
    private final Thread test = Thread.currentThread();
    private long ahead;

    @Override
    public long getAsLong() {
      if (Thread.currentThread() == test) {
        long unused = nanos.addAndGet(ahead);
        ahead = 0;
      } else {
        int unused = looks.incrementAndGet();
      }
      return nanos.get();
    }
  }

  /** One step of a sum, whose secrets are in the memory of its sites. */
  private record OneStep(Slot slot) implements Exchange {
    @Override
    public boolean admits(String site) {
      return true;
    }

    @Override
    public byte[] material(String site) {
      return new byte[0];
    }

    @Override
    public boolean needsPresence() {
      return slot.step() != Slot.Step.ADVERTISE;
    }

    @Override
    public boolean canBeLeft() {
      return true;
    }

    @Override
    public long mostBytes() {
      return 1;
    }

    @Override
    public Runnable read(Slot at, String site, byte[] message) {
      return () -> {};
    }

    @Override
    public Optional<List<SiteMessage>> close(List<String> answered) {
      return Optional.empty();
    }
  }

  @BeforeEach
  void open() {
    journal = Journal.open(folder.resolve("coordinator.db"));
    journal.begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
    log = new StudyLog(journal, study.name());
    session = new StudySession(study, log, hands, note -> {});
    SITES.forEach(site -> session.join(site, "incarnation-" + site));
  }

  @AfterEach
  void close() {
    journal.close();
  }

  /** Collects on another thread, as a course does; returns when the step is open. */
  private CompletableFuture<List<String>> collect(Slot slot) {
    OneStep step = new OneStep(slot);
    session.begin(step);
    CompletableFuture<List<String>> collected =
        CompletableFuture.supplyAsync(
            () -> session.collect(step), work -> new Thread(work, "course").start());
    Await.until(
        () -> session.status().phase() == Phase.COLLECTING || collected.isDone(),
        Duration.ofSeconds(30));
    return collected;
  }

  private void say(Slot slot, String site) {
    try (Incoming incoming = log.receive(slot, site)) {
      incoming.write(ByteBuffer.wrap(new byte[] {1}));
      session.submit(site, slot, incoming.accept(), 1);
    }
  }

  /**
   * Moves the clock while the course waits: a caller that asks for the status holds the session.
   */
  private void pass(long seconds) {
    hands.ahead = TimeUnit.SECONDS.toNanos(seconds);
    session.status();
  }

  /** Lets the course look again a few times, unless it has seen enough. */
  private void awaitLooks(CompletableFuture<?> collected) {
    int before = hands.looks.get();
    Await.until(
        () -> {
          session.note("something"); // wakes the course
          return hands.looks.get() - before >= MANY_LOOKS || collected.isDone();
        },
        Duration.ofSeconds(30));
  }

  @Test
  void aCoordinatorsOwnSleepIsNoSilenceOfItsSites() throws Exception {
    Slot slot = new Slot(1, 1, Slot.Step.SHARE);
    CompletableFuture<List<String>> collected = collect(slot);

    pass(30);
    awaitLooks(collected);
    SITES.forEach(site -> say(slot, site));

    assertThat(collected.get(30, TimeUnit.SECONDS)).isEqualTo(SITES);
  }

  @Test
  void aSiteThatIsSilentIsNotWaitedFor() throws Exception {
    Slot slot = new Slot(1, 1, Slot.Step.SHARE);
    assertThat(withoutC(slot)).containsExactly("a", "b");
  }

  /** Lets site c fall silent while the others answer; returns who was in the step. */
  private List<String> withoutC(Slot slot) throws Exception {
    CompletableFuture<List<String>> collected = collect(slot);
    say(slot, "a");
    say(slot, "b");
    while (!collected.isDone()) {
      pass(1);
      session.beat("a", "incarnation-a", "");
      session.beat("b", "incarnation-b", "");
      awaitLooks(collected);
    }
    return collected.get();
  }

  @Test
  void aSumThatIsTriedAgainWaitsForASiteThatIsAwayForAMoment() throws Exception {
    assertThat(withoutC(new Slot(1, 1, Slot.Step.SHARE))).containsExactly("a", "b");

    Slot again = new Slot(1, 2, Slot.Step.ADVERTISE);
    CompletableFuture<List<String>> collected = collect(again);
    say(again, "a");
    say(again, "b");
    awaitLooks(collected);
    assertThat(session.beat("c", "incarnation-c", "")).isTrue();
    say(again, "c");

    assertThat(collected.get(30, TimeUnit.SECONDS)).isEqualTo(SITES);
  }
}
