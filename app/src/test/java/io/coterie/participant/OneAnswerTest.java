package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Payload;
import io.coterie.method.LongWork;
import io.coterie.method.MethodRunner;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.site.SiteData;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerFolder;
import io.coterie.store.ledger.LedgerWatch;
import io.coterie.study.FlowerStudy;
import io.coterie.study.Study;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator on loopback that wants more than one answer to a question, or other questions. */
@Timeout(120)
final class OneAnswerTest {
  private final Study study =
      FlowerStudy.of(
          """
          participation: {sites: [a, b, c]}
          privacy: {epsilon: 1, noise: local, public-records: 150, delta: 1e-5}
          """);
  private final Matrix records = DataReader.read("iris", ReadOptions.defaults()).records();
  private final List<byte[]> questions = new ArrayList<>();

  @TempDir private Path folder;
  private LedgerFile ledger;

  @BeforeEach
  void prepare() {
    ledger = new LedgerFolder(folder.resolve("ledger")).ledger("iris");
    ledger.setBudget(new PrivacyBudget(10, 1e-5));
    MethodRunner runner = MethodRunner.of(study.plan(), new Seed(study.seed()));
    SitePart honest =
        runner.site(
            SiteData.of("a", records),
            runner.gate("a", NoiseSource::repeatable, statements -> {}),
            Parallel.sequential(),
            LongWork.unseen());
    Sites sites =
        (question, reply) -> {
          questions.add(PayloadCodec.encode(question));
          return List.of(honest.reply(new CoordinatorMessage(questions.size(), question)));
        };
    runner.coordinate(sites, (name, value) -> {}, Parallel.sequential());
    assertThat(questions).hasSizeGreaterThan(2);
  }

  private ScriptedCoordinator coordinator() {
    ScriptedCoordinator coordinator = new ScriptedCoordinator(study);
    for (int round = 1; round <= questions.size(); round++) {
      coordinator.questions(round, questions.get(round - 1));
    }
    return coordinator;
  }

  /** Takes part as a process does that was just started, with noise that nobody knows. */
  private CoterieException join(ScriptedCoordinator coordinator) {
    return join(coordinator, Optional.of(ledger));
  }

  private CoterieException join(ScriptedCoordinator coordinator, Optional<LedgerFile> book) {
    try (Journal journal = Journal.open(folder.resolve("a.db"));
        Site site = new Site("a", coordinator.address(), Optional.empty(), "test")) {
      return catchThrowableOfType(
          CoterieException.class,
          () ->
              site.takePart(
                  site.invitation(""),
                  new Site.Kit(
                      SiteData.of("a", records),
                      journal,
                      book.map(file -> new LedgerWatch(file, "flowers " + journal.id(), 1)),
                      seed -> NoiseSource.secure(),
                      Parallel.sequential(),
                      Duration.ofSeconds(10),
                      text -> {},
                      LongWork.unseen(),
                      SiteWatch.none()),
                  (labels, model) -> {
                    throw new AssertionError("there are no labels");
                  }));
    }
  }

  private long charges() {
    return ledger.state().lines().stream().filter(line -> line.charge().isPresent()).count();
  }

  private static void assertRefused(CoterieException end, ScriptedCoordinator coordinator) {
    assertThat(end.code()).isEqualTo(ErrorCode.NOT_AGREED);
    assertThat(end.code().exitCode()).isEqualTo(9);
    assertThat(coordinator.declined())
        .containsExactly("it was asked for something that it did not agree to");
  }

  @Test
  void aPlainRoundHasNoSecondAttempt() {
    try (ScriptedCoordinator coordinator = coordinator().ask(1, 1).ask(1, 2)) {
      CoterieException end = join(coordinator);
      assertRefused(end, coordinator);
      assertThat(end).hasMessageContaining("attempt 2 of round 1");
      assertThat(coordinator.received()).hasSize(1);
      assertThat(charges()).isOne();
    }
  }

  /** The attack: after each restart the next attempt, for a mean of many noisy histograms. */
  @Test
  void aRestartGivesNoOtherAnswer() {
    List<byte[]> answers = new ArrayList<>();
    PrivacyLoss spent = null;
    for (int life = 1; life <= 6; life++) {
      try (ScriptedCoordinator coordinator = coordinator().ask(1, life == 1 ? 1 : life % 2 + 1)) {
        join(coordinator);
        coordinator.received().forEach(message -> answers.add(message.bytes()));
      }
      spent = spent == null ? ledger.state().spent() : spent;
      assertThat(ledger.state().spent()).isEqualTo(spent);
    }
    assertThat(answers).hasSize(4).allSatisfy(bytes -> assertThat(bytes).isEqualTo(answers.get(0)));
    assertThat(charges()).isOne();
  }

  @Test
  void aRoundThatWasAnsweredHasNoOtherQuestion() {
    try (ScriptedCoordinator coordinator = coordinator().ask(1, 1)) {
      join(coordinator);
    }
    try (ScriptedCoordinator coordinator = coordinator().ask(1, 1)) {
      coordinator.questions(1, questions.get(1));
      CoterieException end = join(coordinator);
      assertRefused(end, coordinator);
      assertThat(end).hasMessageContaining("another question than before");
      assertThat(coordinator.received()).isEmpty();
    }
    assertThat(charges()).isOne();
  }

  /** A schedule that begins anew would answer the first question a second time, as round 2. */
  @Test
  void theScheduleGoesOnWhereItWasAfterARestart() {
    try (ScriptedCoordinator coordinator = coordinator().ask(1, 1)) {
      join(coordinator);
    }
    try (ScriptedCoordinator coordinator = coordinator().ask(2, 1)) {
      coordinator.questions(2, questions.get(0));
      CoterieException end = join(coordinator);
      assertThat(end).isNotNull();
      assertThat(coordinator.received()).isEmpty();
      assertThat(coordinator.declined()).hasSize(1);
    }
    assertThat(charges()).isOne();
  }

  @Test
  void aRestartContinuesWithTheNextRound() {
    try (ScriptedCoordinator coordinator = coordinator().ask(1, 1)) {
      join(coordinator);
    }
    try (ScriptedCoordinator coordinator = coordinator().ask(2, 1)) {
      join(coordinator);
      assertThat(coordinator.received()).hasSize(1);
    }
    assertThat(charges()).isEqualTo(2);
  }

  @Test
  void aRoundThatIsOverStaysOver() {
    try (ScriptedCoordinator coordinator = coordinator().ask(2, 1).ask(1, 1)) {
      CoterieException end = join(coordinator);
      assertRefused(end, coordinator);
      assertThat(end).hasMessageContaining("another answer to round 1");
      assertThat(coordinator.received()).hasSize(1);
    }
    try (ScriptedCoordinator coordinator = coordinator().ask(1, 1)) {
      assertRefused(join(coordinator), coordinator);
      assertThat(coordinator.received()).isEmpty();
    }
    assertThat(charges()).isOne();
  }

  /** A process that was killed after the charge and before its answer was kept pays once. */
  @Test
  void aChargeWhoseAnswerNeverLeftIsNotMadeTwice() {
    try (Journal journal = Journal.open(folder.resolve("a.db"))) {
      journal.begin(
          new io.coterie.store.journal.BegunStudy(
              study.name(), study.hash(), study.canonical(), java.time.Instant.now()));
      ReplayedSitePart killed =
          new ReplayedSitePart(
              study,
              new Site.Kit(
                  SiteData.of("a", records),
                  journal,
                  Optional.of(new LedgerWatch(ledger, "flowers " + journal.id(), 1)),
                  seed -> NoiseSource.secure(),
                  Parallel.sequential(),
                  Duration.ofSeconds(10),
                  text -> {},
                  LongWork.unseen(),
                  SiteWatch.none()),
              round -> questions.get(round - 1));
      Payload lost = killed.plainAnswer(1);
      assertThat(lost).isNotNull();
    }
    PrivacyLoss spent = ledger.state().spent();
    try (ScriptedCoordinator coordinator = coordinator().ask(1, 1)) {
      join(coordinator);
      assertThat(coordinator.received()).hasSize(1);
    }
    assertThat(ledger.state().spent()).isEqualTo(spent);
  }

  /** Whose journal was lost draws anew, and pays anew. */
  @Test
  void anotherJournalIsChargedAgain() throws Exception {
    try (ScriptedCoordinator coordinator = coordinator().ask(1, 1)) {
      join(coordinator);
    }
    java.nio.file.Files.delete(folder.resolve("a.db"));
    try (ScriptedCoordinator coordinator = coordinator().ask(1, 1)) {
      join(coordinator);
    }
    assertThat(charges()).isEqualTo(2);
  }

  @Test
  void aSpentBudgetIsToldToTheCoordinatorAtOnceAndWithoutANumber() {
    LedgerFile poor = new LedgerFolder(folder.resolve("poor")).ledger("iris");
    poor.setBudget(new PrivacyBudget(0.0001, 1e-5));
    try (ScriptedCoordinator coordinator = coordinator().ask(1, 1)) {
      CoterieException end = join(coordinator, Optional.of(poor));
      assertThat(end.code()).isEqualTo(ErrorCode.BUDGET);
      assertThat(coordinator.received()).isEmpty();
      assertThat(coordinator.declined())
          .containsExactly("its privacy budget does not allow what was asked");
    }
    try (Journal journal = Journal.open(folder.resolve("a.db"))) {
      assertThat(journal.events(study.name(), 0)).anyMatch(event -> event.is(EventKind.LEFT));
      assertThat(journal.messages(study.name(), 1, 1, Slot.Step.ANSWER.word())).isEmpty();
    }
  }
}
