package io.coterie.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.coordinator.operator.StudyStatus.State;
import io.coterie.study.Participation;
import io.coterie.study.Study;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PhaseDeadlineTest {
  private static final Participation SITES =
      Study.parse(
              """
              study: two
              clusters: 2
              schema: {input: vectors, dimension: 2}
              participation: {sites: [a, b], quorum: 2}
              method: anchor-graph:groups
              privacy: {level: component, accept-group-disclosure: true, sums: plain}
              """,
              "test")
          .participation();

  private final AtomicLong now = new AtomicLong();
  private final SiteRegistry attendance = new SiteRegistry(SITES, now::get);
  private final PhaseDeadline wait = new PhaseDeadline(this, now::get, attendance);

  private synchronized void await(BooleanSupplier isSo) {
    wait.until(isSo, () -> {});
  }

  /** Lets something happen as soon as the waiting thread, which holds the monitor, gives it up. */
  private void meanwhile(Runnable change) {
    new Thread(() -> change(change), "meanwhile").start();
  }

  private synchronized void change(Runnable change) {
    change.run();
    notifyAll();
  }

  /** Is not so at the first look, at which something happens, and so at the next. */
  private BooleanSupplier after(Runnable change) {
    AtomicLong looks = new AtomicLong();
    return () -> {
      if (looks.incrementAndGet() == 1) {
        meanwhile(change);
      }
      return now.get() > 0;
    };
  }

  @Test
  void aSleepOfTheCoordinatorIsNoSilenceOfASite() {
    attendance.beat("a", "");
    wait.begin(Phase.COLLECTING, Duration.ofDays(1));
    await(after(() -> now.set(Duration.ofHours(1).toNanos())));
    assertThat(attendance.isSilent("a")).isFalse();
  }

  @Test
  void timeInWhichSitesCouldBeHeardIsSilence() {
    attendance.beat("a", "");
    wait.begin(Phase.COLLECTING, Duration.ofDays(1));
    await(after(() -> now.set(Duration.ofSeconds(1).toNanos())));
    now.addAndGet(Duration.ofSeconds(20).toNanos());
    assertThat(attendance.isSilent("a")).isTrue();
  }

  @Test
  void endsWhenItsTimeIsUp() {
    wait.begin(Phase.COLLECTING, Duration.ofSeconds(1));
    meanwhile(() -> now.set(Duration.ofSeconds(1).toNanos()));
    await(() -> false);
    assertThat(wait.nanosLeft()).isZero();
  }

  @Test
  void anOperatorCutsOneWaitShortAndNotTheNext() {
    wait.begin(Phase.COLLECTING, Duration.ofDays(1));
    meanwhile(wait::cutShort);
    await(() -> false);
    wait.begin(Phase.COLLECTING, Duration.ofSeconds(1));
    meanwhile(() -> now.set(Duration.ofSeconds(1).toNanos()));
    await(() -> false);
    assertThat(wait.nanosLeft()).isZero();
  }

  @Test
  void theFirstEndingCounts() {
    StudyEnd first = new StudyEnd(Phase.STOPPED, "first");
    wait.begin(Phase.COLLECTING, Duration.ofDays(1));
    meanwhile(
        () -> {
          assertThat(wait.endSoon(first)).isTrue();
          assertThat(wait.endSoon(new StudyEnd(Phase.FAILED, "second"))).isFalse();
        });
    assertThatThrownBy(() -> await(() -> false))
        .isInstanceOfSatisfying(
            StudyEndException.class, thrown -> assertThat(thrown.end()).isEqualTo(first));
  }

  @Test
  void noPhaseFollowsATerminalOne() {
    wait.begin(Phase.LABELLING, Duration.ofDays(1));
    wait.end(new StudyEnd(Phase.FINISHED, "done"));
    assertThatThrownBy(() -> wait.begin(Phase.COLLECTING, Duration.ofDays(1)))
        .hasMessage("A study that is finished cannot become collecting.");
    assertThatThrownBy(() -> wait.end(new StudyEnd(Phase.FAILED, "late")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(wait.phase()).isEqualTo(Phase.FINISHED);
    assertThatThrownBy(() -> new StudyEnd(Phase.COLLECTING, "never"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aQuorumThatCannotBeReachedEndsTheWait() {
    wait.begin(Phase.GATHERING, Duration.ofDays(1));
    meanwhile(() -> attendance.leave("b", State.DECLINED, "no"));
    assertThatThrownBy(() -> await(() -> false))
        .isInstanceOf(StudyEndException.class)
        .hasMessageContaining("quorum of 2 sites cannot be reached");
  }
}
