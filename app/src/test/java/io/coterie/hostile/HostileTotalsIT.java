package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.LongVector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The level that studies have by default: no site's own numbers, no sum of few records. */
@Timeout(60)
final class HostileTotalsIT {
  @TempDir private Path folder;
  private Victim victim;
  private HonestCourse course;

  @BeforeEach
  void prepare() {
    victim = new Victim(folder, Studies.totals(), Victim.moons(200, 1), true);
    course = HonestCourse.of(victim);
  }

  /** Returns the first round of which the question, or what it encloses, is of a kind. */
  private int round(String kind) {
    for (int round = 1; round <= course.length(); round++) {
      if (course.question(round).topic().equals(kind)
          || course.question(round).kind().equals(kind)) {
        return round;
      }
    }
    throw new AssertionError("no round asks " + kind);
  }

  @Test
  void anHonestCourseShowsNothingInTheClear() {
    HostileCoordinator evil = course.follow(victim.hostile(), course.length());
    Outcome outcome = Outcome.of(victim, evil);
    assertThat(evil.isThrough()).as(outcome.run().err()).isTrue();
    assertThat(evil.answers()).isEmpty();
  }

  static Stream<Payload> otherQuestions() {
    return Stream.of(
        Questions.prepare(List.of(), "sums"),
        Questions.prepare(List.of(), "range"),
        Questions.prepared(List.of(), new Question("microclusters")),
        Questions.prepared(List.of(), Questions.anchors(Questions.square(420), 0)),
        Questions.histogram());
  }

  @ParameterizedTest
  @MethodSource("otherQuestions")
  void questionsOfOtherLevelsAreRefused(Payload question) {
    Outcome.of(victim, victim.hostile().asks(question)).keepsAll().refuses();
  }

  /** Counts that the coordinator cannot read it cannot raise either. */
  @ParameterizedTest
  @ValueSource(strings = {"exact-sums", "split", "rounded"})
  void countsThatTheSitesSealedCannotBeChanged(String kind) {
    int round = round(kind);
    for (LongUnaryOperator lie : List.<LongUnaryOperator>of(word -> word + 10, word -> 1_000)) {
      Victim fresh = fresh();
      Followed followed = course.with(fresh).followed(fresh.hostile()).to(round - 1);
      followed.next(round, question -> sealed(question, lie));

      Outcome outcome = Outcome.of(fresh, followed.evil()).refuses();

      assertThat(followed.total(round)).as(outcome.run().err()).isEmpty();
    }
  }

  private int made;

  private Victim fresh() {
    Path own = folder.resolve("fresh" + made++);
    assertThat(own.toFile().mkdir()).isTrue();
    return new Victim(own, Studies.totals(), Victim.moons(200, 1), true);
  }

  private static Payload sealed(Payload question, LongUnaryOperator lie) {
    for (Field field : question.fields()) {
      if (field instanceof Field.Longs longs && field.name().endsWith("words")) {
        long[] words = longs.values().toArray();
        words[0] = lie.applyAsLong(words[0]);
        return Questions.changed(question, field.name(), LongVector.of(words));
      }
    }
    throw new AssertionError("nothing is sealed in " + question.kind());
  }

  private void refusesChange(int round, UnaryOperator<Payload> change) {
    Followed followed = course.followed(victim.hostile()).to(round - 1);
    followed.next(round, change);
    Outcome outcome = Outcome.of(victim, followed.evil()).refuses();
    assertThat(followed.total(round)).as(outcome.run().err()).isEmpty();
  }

  /** Whole numbers that overflow would leave the largest records out of a sum. */
  @ParameterizedTest
  @ValueSource(strings = {"2^-60", "2^-61", "2^-62", "2^-63", "2^-200", "2^0"})
  void theLatticeFitsTheRecords(String unit) {
    int round = round("all-records");
    Payload asked = course.question(round);
    String name =
        asked.fields().stream()
            .map(Field::name)
            .filter(each -> each.endsWith("unit"))
            .findFirst()
            .orElseThrow();
    refusesChange(round, question -> Questions.changed(question, name, unit));
  }

  @Test
  void aCellIsSplitOnce() {
    int first = round("halves");
    int second = first + 2;
    refusesChange(
        second,
        question -> {
          int[] cells =
              question.fields().stream()
                  .filter(field -> field.name().equals("cells"))
                  .map(field -> ((Field.Integers) field).values().toArray())
                  .findFirst()
                  .orElseThrow();
          cells[0] = 0;
          return Questions.changed(question, "cells", cells);
        });
  }

  @Test
  void theFirstQuestionsAreNotLeftOut() {
    Payload root = course.question(round("all-records"));
    Outcome.of(victim, victim.hostile().asks(victim.sum(1, 1, root, words("b", "c"))))
        .keepsAll()
        .refuses();
  }

  private static java.util.Map<String, long[]> words(String... sites) {
    java.util.Map<String, long[]> words = new java.util.TreeMap<>();
    for (String site : sites) {
      words.put(site, new long[] {1, 2, 3});
    }
    return words;
  }

  @Test
  void cellsAreNotCountedInTheClear() {
    int round = round("halves");
    HostileCoordinator evil =
        course.follow(victim.hostile(), round - 1).asks(round, 1, course.question(round));
    Outcome.of(victim, evil).refuses();
    assertThat(evil.answers()).isEmpty();
  }
}
