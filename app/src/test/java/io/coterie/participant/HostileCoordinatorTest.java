package io.coterie.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.internal.Anchors;
import io.coterie.method.LongWork;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.SiteData;
import io.coterie.store.journal.BegunStudy;
import io.coterie.store.journal.Journal;
import io.coterie.study.FlowerStudy;
import io.coterie.study.Study;
import io.coterie.wire.PayloadCodec;
import io.coterie.wire.Slot;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that asks for more than the study says. */
class HostileCoordinatorTest {
  private final Study study =
      FlowerStudy.of(
          """
          participation: {sites: [a, b, c, d, e]}
          privacy: {epsilon: 2, public-records: 100, delta: 1e-5}
          """);
  private final Parallel parallel = Parallel.of(1);
  private Journal journal;
  private Outbox outbox;

  @TempDir private Path folder;

  @BeforeEach
  void open() {
    journal = Journal.open(folder.resolve("a.db"));
    journal.begin(new BegunStudy(study.name(), study.hash(), study.canonical(), Instant.now()));
    outbox = new Outbox(journal, study.name(), "a");
  }

  @AfterEach
  void close() {
    journal.close();
    parallel.close();
  }

  private ReplayedSitePart answers(Payload question) {
    Site.Kit kit =
        new Site.Kit(
            SiteData.of("a", Matrix.zeros(20, 4)),
            journal,
            Optional.empty(),
            NoiseSource::repeatable,
            parallel,
            Duration.ofSeconds(1),
            text -> {},
            LongWork.unseen(),
            SiteWatch.none());
    return new ReplayedSitePart(study, kit, round -> PayloadCodec.encode(question));
  }

  private List<String> left() {
    return journal.events(study.name(), 0).stream()
        .filter(event -> event.kind().equals("left-sum"))
        .map(event -> event.text())
        .toList();
  }

  @Test
  void anAttemptBeyondTheLimitIsNotAnswered() {
    SecureSumMembers sums =
        new SecureSumMembers(
            study, Optional.empty(), answers(new Question("anything")), outbox, parallel);

    byte[] said = sums.message(new Slot(1, 3, Slot.Step.ADVERTISE), slot -> new byte[0]);

    assertThat(said).isEmpty();
    assertThat(left()).singleElement().asString().contains("Attempt 3 of round 1 is one too many");
    assertThat(outbox.find(new Slot(1, 3, Slot.Step.ADVERTISE))).isEmpty();
  }

  @Test
  void aSecondRetryIsNotAnswered() {
    outbox.keep(new Slot(4, 2, Slot.Step.ADVERTISE), new byte[] {1});
    SecureSumMembers sums =
        new SecureSumMembers(
            study, Optional.empty(), answers(new Question("anything")), outbox, parallel);

    assertThat(sums.message(new Slot(4, 2, Slot.Step.ADVERTISE), slot -> new byte[0])).isEmpty();
    assertThat(sums.message(new Slot(4, 3, Slot.Step.ADVERTISE), slot -> new byte[0])).isEmpty();
    assertThat(left()).singleElement().asString().contains("one too many");
  }

  @Test
  void noRoundIsAnsweredTwiceAndOtherwise() {
    Slot slot = new Slot(1, 1, Slot.Step.ANSWER);
    outbox.keep(slot, new byte[] {1, 2});
    outbox.keep(slot, new byte[] {1, 2});

    assertThatThrownBy(() -> outbox.keep(slot, new byte[] {1, 3}))
        .hasMessageContaining("was answered before, and otherwise");
    assertThat(outbox.find(slot)).contains(new byte[] {1, 2});
  }

  @Test
  void aQuestionOutsideThePlanIsNotAnswered() {
    assertThatThrownBy(() -> answers(new Anchors(Matrix.zeros(2, 4), 0)).plainAnswer(1))
        .hasMessageContaining("'anchors', which is no question of this study");
  }

  @Test
  void anUnknownQuestionIsNotAnswered() {
    assertThatThrownBy(() -> answers(new Question("microclusters")).plainAnswer(1))
        .hasMessageContaining("'microclusters', which is no question of this study");
  }
}
