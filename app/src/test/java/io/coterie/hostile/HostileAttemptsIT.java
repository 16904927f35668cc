package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.message.Payload;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Questions asked again, in any disguise, at a level where every answer has its price. */
@Timeout(60)
final class HostileAttemptsIT {
  @TempDir private Path folder;
  private Victim grid;
  private Victim centers;
  private HonestCourse course;
  private Payload histogram;

  @BeforeEach
  void prepare() throws Exception {
    grid = victim("grid", "anchor-graph");
    centers = victim("centers", "dp-lloyd");
    course = HonestCourse.of(centers);
    histogram = HonestCourse.of(grid).question(1);
  }

  private Victim victim(String name, String method) throws java.io.IOException {
    Path own = java.nio.file.Files.createDirectory(folder.resolve(name));
    return new Victim(own, Studies.dp(method), Victim.moons(200, 1), false).withBudget();
  }

  private HostileCoordinator histogram() {
    return grid.hostile().asks(histogram);
  }

  @Test
  void theHonestQuestionIsAnsweredAndChargedOnce() {
    Outcome.of(grid, histogram()).sent(1).charged(1).statesNoRecord();
    Outcome.of(
            centers,
            centers
                .hostile()
                .asks(course.question(1))
                .asks(course.question(2))
                .asks(course.question(3)))
        .sent(3)
        .charged(3)
        .statesNoRecord();
  }

  @Test
  void aPlainRoundHasNoSecondAttempt() {
    HostileCoordinator evil = histogram();
    for (int attempt = 2; attempt <= 6; attempt++) {
      evil.asks(1, attempt, histogram);
    }
    Outcome.of(grid, evil).refuses("round is answered once").sent(1).charged(1);
  }

  @Test
  void aRestartGivesNoSecondAttempt() {
    Outcome.of(grid, histogram().ends("failed", "network trouble, please start coterie join again"))
        .sent(1);
    for (int attempt = 2; attempt <= 6; attempt++) {
      HostileCoordinator evil = grid.hostile().asks(1, attempt, histogram);
      Outcome.of(grid, evil).refuses("answered once").keepsAll().charged(1);
    }
  }

  @Test
  void aRestartAnswersTheSameQuestionWithTheSameBytes() {
    HostileCoordinator first = histogram();
    HostileCoordinator second = histogram();
    Outcome.of(grid, first).sent(1);
    Outcome.of(grid, second).sent(1).charged(1);
    assertThat(second.heard().get(0).bytes()).isEqualTo(first.heard().get(0).bytes());
  }

  @Test
  void aRestartAnswersNoOtherQuestionOfTheRound() {
    Outcome.of(centers, centers.hostile().asks(course.question(1))).sent(1);
    HostileCoordinator evil = centers.hostile().asks(Questions.moments(Questions.box()));
    Outcome.of(centers, evil).refuses("another question").keepsAll().charged(1);
  }

  @Test
  void attemptsDoNotCarryLaterQuestions() {
    HostileCoordinator evil =
        centers
            .hostile()
            .asks(1, 1, course.question(1))
            .asks(1, 2, course.question(2))
            .asks(1, 3, course.question(3))
            .asks(1, 4, course.question(4))
            .asks(1, 5, course.question(5))
            .asks(1, 6, course.question(6));
    Outcome.of(centers, evil).refuses("answered once").sent(1).charged(1);
  }

  @Test
  void aRoundThatIsOverIsNotAskedAgain() {
    HostileCoordinator evil =
        centers
            .hostile()
            .asks(1, 1, course.question(1))
            .asks(2, 1, course.question(2))
            .asks(1, 2, course.question(1));
    Outcome.of(centers, evil).refuses("answered once").sent(2).charged(2);
  }

  /** A late site hears what it missed; what it missed is then over for it. */
  @Test
  void aRoundThatWasMissedIsNotAskedLater() {
    HostileCoordinator evil =
        centers
            .hostile()
            .asks(3, 1, course.question(3))
            .asks(1, 1, course.question(1))
            .asks(2, 1, course.question(2));
    Outcome.of(centers, evil).refuses("round 1").sent(1).charged(1);
  }

  @Test
  void aRestartHearsNoOtherHistory() {
    Outcome.of(centers, centers.hostile().asks(course.question(1))).sent(1);
    HostileCoordinator evil =
        centers
            .hostile()
            .asks(2, 1, course.question(2))
            .asks(1, 1, Questions.moments(Questions.box(), Questions.clip(.1)));
    Outcome.of(centers, evil).refuses("another question").keepsAll().charged(1);
  }

  @Test
  void thereAreNoMoreRoundsThanThePlanHas() {
    HostileCoordinator evil = histogram().asks(histogram).asks(histogram);
    Outcome.of(grid, evil).refuses().sent(1).charged(1);

    Outcome.of(grid, grid.hostile().asks(2, 1, histogram)).keepsAll().charged(1);
  }

  @Test
  void aRoundFarBeyondThePlanIsRefusedAtOnce() {
    HostileCoordinator evil = grid.hostile().asks(1_000_000, 1, histogram);
    Outcome.of(grid, evil).refuses().keepsAll().charged(0);
  }

  /** Answers that differ would give the noise away by their mean. */
  @Test
  void noNoiseIsDrawnTwice() {
    List<byte[]> answers =
        java.util.stream.IntStream.range(0, 3)
            .mapToObj(
                k -> {
                  HostileCoordinator evil = histogram();
                  Outcome.of(grid, evil).sent(1).charged(1);
                  return evil.heard().get(0).bytes();
                })
            .toList();
    assertThat(answers).allMatch(bytes -> Arrays.equals(bytes, answers.get(0)));
  }
}
