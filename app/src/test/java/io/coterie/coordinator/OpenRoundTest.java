package io.coterie.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.message.SiteMessage;
import io.coterie.study.Study;
import io.coterie.wire.Slot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OpenRoundTest {
  private static final Study STUDY =
      Study.parse(
          """
          study: three
          clusters: 2
          schema: {input: vectors, dimension: 2}
          participation: {sites: [a, b, c], quorum: 2}
          method: anchor-graph:groups
          privacy: {level: component, accept-group-disclosure: true, sums: plain}
          """,
          "test");

  private final AtomicLong now = new AtomicLong();
  private final SiteRegistry attendance = new SiteRegistry(STUDY.participation(), now::get);
  private final OpenRound step = new OpenRound(STUDY, attendance);
  private final Exchange question = new Said(Slot.Step.ANSWER, false);
  private final Exchange sum = new Said(Slot.Step.MASK, true);

  /** An exchange of one step; that of a sum can be left, and needs who is in it to stay. */
  private record Said(Slot.Step kind, boolean isSum) implements Exchange {
    @Override
    public Slot slot() {
      return new Slot(1, 1, kind);
    }

    @Override
    public boolean admits(String site) {
      return true;
    }

    @Override
    public byte[] material(String site) {
      return new byte[0];
    }

    @Override
    public Runnable read(Slot at, String site, byte[] message) {
      return () -> {};
    }

    @Override
    public long mostBytes() {
      return 0;
    }

    @Override
    public Optional<List<SiteMessage>> close(List<String> answered) {
      return Optional.empty();
    }

    @Override
    public boolean needsPresence() {
      return isSum;
    }

    @Override
    public boolean canBeLeft() {
      return isSum;
    }
  }

  @BeforeEach
  void join() {
    for (String site : attendance.names()) {
      attendance.join(site, "process-of-" + site);
      attendance.beat(site, "");
    }
  }

  private void open(Exchange exchange) {
    step.begin(exchange);
    step.open(exchange);
  }

  private void answer(Exchange exchange, String... sites) {
    for (String site : sites) {
      step.take(exchange, site, false, () -> {});
    }
  }

  @Test
  void isCompleteWhenAllHaveSpoken() {
    open(question);
    answer(question, "c", "a");
    assertThat(step.isComplete()).isFalse();
    assertThat(step.missing()).containsExactly("b");
    answer(question, "b");
    assertThat(step.isComplete()).isTrue();
    assertThat(step.answered()).containsExactly("a", "b", "c");
  }

  @Test
  void aMessageIsLateToAnotherStepAndADuplicateInItsOwn() {
    open(question);
    assertThat(step.settled(question, question.slot(), "a")).isEmpty();
    assertThat(step.settled(sum, sum.slot(), "a")).contains(OpenRound.LATE);
    answer(question, "a");
    assertThat(step.settled(question, question.slot(), "a")).contains(OpenRound.DUPLICATE);
    step.close();
    assertThat(step.settled(question, question.slot(), "a")).contains(OpenRound.LATE);
  }

  @Test
  void aSiteThatStartedAgainIsLostToASumAndAskedInAQuestion() {
    open(question);
    step.restarted("a");
    assertThat(step.asks("a")).isTrue();
    open(sum);
    step.restarted("a");
    assertThat(step.asks("a")).isFalse();
    answer(sum, "b", "c");
    assertThat(step.isComplete()).isTrue();
  }

  @Test
  void whoeverSaysNothingToASumHasLeftIt() {
    open(sum);
    step.take(sum, "a", true, () -> {});
    answer(sum, "b", "c");
    assertThat(step.isComplete()).isTrue();
    assertThat(step.answered()).containsExactly("b", "c");
  }

  @Test
  void aSilentSiteIsWaitedForInAQuestionAndNotInASum() {
    now.set(Duration.ofMinutes(1).toNanos());
    attendance.beat("a", "");
    attendance.beat("b", "");
    open(question);
    answer(question, "a", "b");
    assertThat(step.isComplete()).isFalse();
    open(sum);
    answer(sum, "a", "b");
    assertThat(step.isComplete()).isTrue();
  }

  /** With too few for the quorum a site that is away is worth the wait. */
  @Test
  void waitsForSitesThatAreAwayUntilThereIsAQuorum() {
    attendance.leave("b", StudyStatus.State.ABSENT, "");
    attendance.leave("c", StudyStatus.State.ABSENT, "");
    open(question);
    answer(question, "a");
    assertThat(step.isComplete()).isFalse();
    attendance.back("b");
    answer(question, "b");
    assertThat(step.isComplete()).isTrue();
  }
}
