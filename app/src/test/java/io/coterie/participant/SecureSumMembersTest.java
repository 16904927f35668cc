package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Parallel;
import io.coterie.method.LongWork;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.site.SiteData;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.EventKind;
import io.coterie.store.journal.Journal;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerFolder;
import io.coterie.store.ledger.LedgerWatch;
import io.coterie.study.FlowerStudy;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.wire.Slot;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecureSumMembersTest {
  private static final String DP = "{epsilon: 2, public-records: 100, delta: 1e-5}";
  private static final String COMPONENT = "{level: component, accept-group-disclosure: true}";

  @TempDir private Path folder;

  private static Study study(String privacy) {
    return FlowerStudy.of(
        """
        method: %s
        participation: {sites: [a, b, c]}
        privacy: %s
        """
            .formatted(method(privacy), privacy));
  }

  private static String method(String privacy) {
    return privacy.contains("component") ? "anchor-graph:groups" : "anchor-graph";
  }

  /** A coordinator that asks once more than it may gets nothing, and nothing is charged. */
  @ParameterizedTest
  @ValueSource(strings = {DP, COMPONENT})
  void aSiteLeavesAnAttemptBeyondTheLimit(String privacy) {
    Study study = study(privacy);
    int most = SumTerms.of(study).mostAttempts();
    LedgerFile ledger = new LedgerFolder(folder.resolve("ledger")).ledger("iris");
    ledger.setBudget(new PrivacyBudget(10, 1e-5));
    try (Journal journal = Journal.open(folder.resolve("a.db"))) {
      journal.begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
      Outbox outbox = new Outbox(journal, study.name(), "a");
      ReplayedSitePart answers =
          new ReplayedSitePart(
              study,
              kit(journal, ledger),
              round -> {
                throw new AssertionError("no question is looked at");
              });
      try (SecureSumMembers members =
          new SecureSumMembers(study, Optional.empty(), answers, outbox, Parallel.sequential())) {
        Slot beyond = new Slot(1, most + 1, Slot.Step.ADVERTISE);
        assertThat(members.message(beyond, slot -> new byte[0])).isEmpty();
        assertThat(outbox.has(EventKind.LEFT_SUM)).isTrue();
        assertThat(outbox.find(beyond)).isEmpty();
      }
    }
    assertThat(ledger.state().lines()).noneMatch(line -> line.charge().isPresent());
  }

  /** With a quorum below all sites, two totals of a round would show what one site said. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{epsilon: 2, public-records: 100, delta: 1e-5, lost-sites: 1}",
        "{level: component, accept-group-disclosure: true}"
      })
  void aSiteThatRevealedTakesNoFurtherAttempt(String privacy) {
    Study study =
        FlowerStudy.of(
            """
            method: %s
            participation: {sites: [a, b, c, d], quorum: 3}
            privacy: %s
            """
                .formatted(method(privacy), privacy));
    LedgerFile ledger = new LedgerFolder(folder.resolve("ledger")).ledger("iris");
    ledger.setBudget(new PrivacyBudget(10, 1e-5));
    try (Journal journal = Journal.open(folder.resolve("a.db"))) {
      journal.begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
      Outbox outbox = new Outbox(journal, study.name(), "a");
      outbox.keep(new Slot(1, 1, Slot.Step.REVEAL), new byte[] {1});
      ReplayedSitePart answers =
          new ReplayedSitePart(
              study,
              kit(journal, ledger),
              round -> {
                throw new AssertionError("no question is looked at");
              });
      try (SecureSumMembers members =
          new SecureSumMembers(study, Optional.empty(), answers, outbox, Parallel.sequential())) {
        Slot next = new Slot(1, 2, Slot.Step.ADVERTISE);
        assertThat(members.message(next, slot -> new byte[0])).isEmpty();
        assertThat(outbox.find(next)).isEmpty();
        assertThat(outbox.events())
            .filteredOn(event -> event.is(EventKind.LEFT_SUM))
            .singleElement()
            .satisfies(event -> assertThat(event.text()).contains("revealed its shares"));
      }
    }
    assertThat(ledger.state().lines()).noneMatch(line -> line.charge().isPresent());
  }

  /** Sums of a later round would go out as those of the earlier one. */
  @ParameterizedTest
  @ValueSource(strings = {DP, COMPONENT})
  void aRoundThatIsOverIsNotTriedAgain(String privacy) {
    Study study = study(privacy);
    LedgerFile ledger = new LedgerFolder(folder.resolve("ledger")).ledger("iris");
    ledger.setBudget(new PrivacyBudget(10, 1e-5));
    try (Journal journal = Journal.open(folder.resolve("a.db"))) {
      journal.begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
      Outbox outbox = new Outbox(journal, study.name(), "a");
      new QuestionLog(outbox).hear(5, new byte[] {5});
      ReplayedSitePart answers =
          new ReplayedSitePart(
              study,
              kit(journal, ledger),
              round -> {
                throw new AssertionError("no question is looked at");
              });
      try (SecureSumMembers members =
          new SecureSumMembers(study, Optional.empty(), answers, outbox, Parallel.sequential())) {
        Slot over = new Slot(3, 2, Slot.Step.ADVERTISE);
        assertThatThrownBy(() -> members.message(over, slot -> new byte[0]))
            .isInstanceOf(CoterieException.class)
            .hasMessageContaining("another answer to round 3");
        assertThat(outbox.find(over)).isEmpty();
      }
    }
    assertThat(ledger.state().lines()).noneMatch(line -> line.charge().isPresent());
  }

  @Test
  void thereIsALimit() {
    assertThat(SumTerms.of(study(DP)).mostAttempts()).isEqualTo(2);
    assertThat(SumTerms.of(study(COMPONENT)).mostAttempts()).isEqualTo(5);
  }

  private static Site.Kit kit(Journal journal, LedgerFile ledger) {
    return new Site.Kit(
        SiteData.of("a", DataReader.read("iris", ReadOptions.defaults()).records()),
        journal,
        Optional.of(new LedgerWatch(ledger, "flowers", 1)),
        NoiseSource::repeatable,
        Parallel.sequential(),
        Duration.ofSeconds(1),
        text -> {},
        LongWork.unseen(),
        SiteWatch.none());
  }
}
