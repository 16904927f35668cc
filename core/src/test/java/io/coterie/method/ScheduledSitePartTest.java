package io.coterie.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.Microclusters;
import io.coterie.method.Schedule.Form;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Groups of at most ten numbers first, then at most two rounds of sums, each of eight numbers. */
class ScheduledSitePartTest {
  private static final Step GROUPS = new Step("groups", "microclusters", 1, 10, Form.CLEAR, 1);
  private static final Step SUMS = new Step("sums", "anchor-sums", 2, 8, Form.MASKED, 1);
  private static final Step MORE = new Step("more", "anchor-sums", 1, 8, Form.MASKED, 1);

  private final PrivacyGate gate = new PrivacyGate("north", NoiseSource.secure());
  private final AtomicInteger looks = new AtomicInteger();
  private Payload answer = groups(3, 2);
  private int round;

  private final ScheduledSitePart part =
      new ScheduledSitePart(
          "north",
          Schedule.of(Stage.required(GROUPS), Stage.required(SUMS), Stage.optional(MORE)),
          part());

  private SitePart part() {
    return new SitePart() {
      @Override
      public SiteMessage reply(CoordinatorMessage question) {
        int unused = looks.incrementAndGet();
        return gate.release(answer);
      }

      @Override
      public Labels labels(CoordinatorMessage model) {
        return Labels.of(new int[0], 1);
      }
    };
  }

  private static Microclusters groups(int count, int columns) {
    double[] counts = new double[count];
    java.util.Arrays.fill(counts, 5);
    return new Microclusters(Vector.of(counts), Matrix.zeros(count, columns));
  }

  private static AnchorSums sums(int count, int columns) {
    return new AnchorSums(Vector.of(new double[count]), Matrix.zeros(count, columns));
  }

  private void ask(String question, Payload reply) {
    answer = reply;
    round++;
    assertThat(part.reply(new CoordinatorMessage(round, new Question(question))).payload())
        .isEqualTo(reply);
  }

  private String refusal(String question, Payload reply) {
    answer = reply;
    CoterieException refused =
        catchThrowableOfType(
            CoterieException.class,
            () -> part.reply(new CoordinatorMessage(9, new Question(question))));
    assertThat(refused.code()).isEqualTo(ErrorCode.NOT_AGREED);
    assertThat(refused).hasMessageContaining("Site north agreed to no such thing");
    return refused.getMessage();
  }

  @Test
  void whatIsDueIsAnswered() {
    ask("groups", groups(3, 2));
    ask("sums", sums(2, 2));
    ask("sums", sums(2, 2));
    ask("more", sums(2, 2));
  }

  @Test
  void whatTheStudyDoesNotHaveIsRefusedBeforeARecordIsLookedAt() {
    assertThat(refusal("ranges", sums(1, 1))).contains("'ranges', which is no question of this");
    assertThat(looks).hasValue(0);
  }

  @Test
  void aLaterStageIsNotDueBeforeAnEarlierOne() {
    assertThat(refusal("sums", sums(1, 1))).contains("not due now");
    assertThat(looks).hasValue(0);
  }

  @Test
  void anEarlierStageIsOverOnceALaterOneHasBegun() {
    ask("groups", groups(3, 2));
    ask("sums", sums(2, 2));
    ask("more", sums(2, 2));
    assertThat(refusal("sums", sums(2, 2))).contains("not due now");
    assertThat(looks).hasValue(3);
  }

  @Test
  void noRoundIsAskedMoreOftenThanTheStudyHasIt() {
    ask("groups", groups(3, 2));
    assertThat(refusal("groups", groups(3, 2))).contains("1 times at most");
    assertThat(looks).hasValue(1);
  }

  @Test
  void aReplyThatIsTooLargeDoesNotLeave() {
    assertThat(refusal("groups", groups(4, 2))).contains("12 numbers, where the study has 10");
  }

  /** Equal steps of two stages are two: each may be asked as the schedule has it. */
  @Test
  void equalStepsOfTwoStagesAreCountedEach() {
    Step one = new Step("sums", "anchor-sums", 1, 6, Form.MASKED, 1);
    ScheduledSitePart twice =
        new ScheduledSitePart(
            "north", Schedule.of(Stage.required(one), Stage.optional(one)), part());
    answer = sums(2, 2);
    for (int times = 0; times < 2; times++) {
      assertThat(twice.reply(new CoordinatorMessage(1 + times, new Question("sums"))).payload())
          .isEqualTo(answer);
    }
  }

  @Test
  void allRepliesOfAStepTogetherHaveALimit() {
    Step few = new Step("sums", "anchor-sums", 3, 6, Form.MASKED, 1).ofAtMost(12);
    ScheduledSitePart limited =
        new ScheduledSitePart("north", Schedule.of(Stage.required(few)), part());
    answer = sums(2, 2);
    limited.reply(new CoordinatorMessage(1, new Question("sums")));
    limited.reply(new CoordinatorMessage(2, new Question("sums")));
    assertThat(
            catchThrowableOfType(
                CoterieException.class,
                () -> limited.reply(new CoordinatorMessage(3, new Question("sums")))))
        .hasMessageContaining("more than 12 numbers in all");
  }

  @Test
  void aReplyOfAnotherKindDoesNotLeave() {
    assertThat(refusal("groups", sums(1, 1)))
        .contains("answered with anchor-sums, where the study has microclusters");
  }

  @Test
  void nothingIsAnsweredAfterARefusal() {
    refusal("ranges", sums(1, 1));
    assertThat(refusal("groups", groups(3, 2))).contains("after this site has left the study");
    assertThat(looks).hasValue(0);
  }

  @Test
  void aScheduleSaysHowMuchLeavesAtMost() {
    assertThat(part.schedule().mostRounds()).isEqualTo(4);
    assertThat(part.schedule().mostNumbers()).isEqualTo(10 + 2 * 8 + 8);
    Schedule twice = part.schedule().repeated(2);
    assertThat(twice.mostRounds()).isEqualTo(8);
    assertThat(twice.stages()).filteredOn(Stage::isRequired).hasSize(2);
  }

  @Test
  void aSumUnderMasksIsNotSaidInTheClear() {
    ask("groups", groups(3, 2));
    answer = sums(2, 2);
    CoterieException refused =
        catchThrowableOfType(
            CoterieException.class,
            () -> part.reply(new CoordinatorMessage(2, new Question("sums")), false));
    assertThat(refused).hasMessageContaining("'sums' without masks, which the study has under");
    assertThat(looks).hasValue(1);
  }

  @Test
  void whatIsInTheClearIsNoSumUnderMasks() {
    CoterieException refused =
        catchThrowableOfType(
            CoterieException.class,
            () -> part.reply(new CoordinatorMessage(1, new Question("groups")), true));
    assertThat(refused).hasMessageContaining("for a sum under masks, which the study has in the");
    assertThat(looks).hasValue(0);
  }
}
