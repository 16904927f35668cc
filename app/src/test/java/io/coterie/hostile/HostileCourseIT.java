package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.wire.DecodedPayload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The questions of an honest course of every method, in another order, number or size. */
@Timeout(60)
final class HostileCourseIT {
  /** More than the most rounds of any method. */
  private static final int MORE = 300;

  @TempDir private Path folder;

  private Victim victim(String method) {
    return new Victim(folder, Studies.plain(method), Victim.moons(200, 1), false);
  }

  static Stream<String> methods() {
    return Stream.of(
        "anchor-graph:groups", "ffcm", "k-fed", "dsc", "fed-sc", "spp-fgc", "dp-lloyd");
  }

  @ParameterizedTest
  @MethodSource("methods")
  void anHonestCourseIsAnswered(String method) {
    Victim victim = victim(method);
    HonestCourse course = HonestCourse.of(victim);
    HostileCoordinator evil = course.follow(victim.hostile(), course.length());
    Outcome outcome = Outcome.of(victim, evil);
    assertThat(evil.isThrough()).as(outcome.run().err()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void thereIsNoRoundMoreThanThePlanHas(String method) {
    Victim victim = victim(method);
    HonestCourse course = HonestCourse.of(victim);
    int length = course.length();
    HostileCoordinator evil = course.follow(victim.hostile(), length);
    for (int more = 1; more <= MORE; more++) {
      evil.asks(length + more, 1, course.question(length));
    }
    Outcome.of(victim, evil).refuses("ask");
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theFirstQuestionIsNotAskedAgainAndAgain(String method) {
    Victim victim = victim(method);
    HonestCourse course = HonestCourse.of(victim);
    HostileCoordinator evil = victim.hostile();
    for (int round = 1; round <= MORE; round++) {
      evil.asks(round, 1, course.question(1));
    }
    Outcome.of(victim, evil).refuses();
    assertThat(evil.answers()).hasSizeLessThanOrEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theLastQuestionIsNotTheFirst(String method) {
    Victim victim = victim(method);
    HonestCourse course = HonestCourse.of(victim);
    HostileCoordinator evil = victim.hostile().asks(1, 1, course.question(course.length()));
    Outcome.of(victim, evil).keepsAll().refuses();
  }

  /** Every list of points in a question is a hundred times as long. */
  @ParameterizedTest
  @ValueSource(strings = {"ffcm", "dsc", "dp-lloyd"})
  void noQuestionHasMorePointsThanThePlanHas(String method) {
    Victim victim = victim(method);
    HonestCourse course = HonestCourse.of(victim);
    for (int round = 1; round <= course.length(); round++) {
      Optional<Payload> larger = larger(course.question(round));
      if (larger.isPresent()) {
        HostileCoordinator evil =
            course.follow(victim.hostile(), round - 1).asks(round, 1, larger.get());
        Outcome.of(victim, evil).sent(round - 1).refuses();
        return;
      }
    }
    throw new AssertionError("no question has points");
  }

  private static Optional<Payload> larger(Payload question) {
    List<Field> fields = new ArrayList<>();
    boolean isLarger = false;
    for (Field field : question.fields()) {
      if (field instanceof Field.Numbers numbers && numbers.values().rows() > 1) {
        List<Matrix> copies = new ArrayList<>();
        for (int k = 0; k < 100; k++) {
          double shift = 1e-3 * k;
          copies.add(numbers.values().map((i, j, value) -> value + shift));
        }
        fields.add(new Field.Numbers(field.name(), Matrix.stacked(copies)));
        isLarger = true;
      } else {
        fields.add(field);
      }
    }
    return isLarger ? Optional.of(new DecodedPayload(question.kind(), fields)) : Optional.empty();
  }
}
