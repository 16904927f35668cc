package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.ErrorCode;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  @ValueSource(
      strings = {
        "table-shapes",
        "table-columns",
        "split",
        "region-sums",
        "rounded",
        "mixtures-step",
        "mixtures-choose"
      })
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

  /** Follows the course to a round, in which something else is asked; nothing comes of it. */
  private void refusesAt(int round, Followed followed) {
    Outcome outcome = Outcome.of(victim, followed.evil()).refuses().statesNoRecord();
    assertThat(outcome.run().exitCode()).isEqualTo(ErrorCode.NOT_AGREED.exitCode());
    assertThat(followed.total(round)).as(outcome.run().err()).isEmpty();
    assertThat(followed.evil().answers()).isEmpty();
  }

  private Followed before(int round) {
    return course.followed(victim.hostile()).to(round - 1);
  }

  private static Field part(Payload question, String end) {
    return question.fields().stream()
        .filter(field -> field.name().endsWith(end))
        .findFirst()
        .orElseThrow();
  }

  private Matrix points() {
    return ((Field.Numbers) part(course.question(round("regions")), "points")).values();
  }

  private static Payload withWords(Payload question, long[] words) {
    return Questions.changed(question, part(question, "words").name(), LongVector.of(words));
  }

  /** The region of a point off the records has few or none, which raised counts would add up. */
  @ParameterizedTest
  @ValueSource(longs = {1, 10, 1_000})
  void countsOfASmallRegionAreNotRaised(long more) {
    int round = round("regions");
    Matrix points = points().copy();
    points.set(0, 0, points.at(0, 0) + 3);
    Followed followed = before(round);
    followed.next(round, question -> Questions.changed(question, "points", points));
    followed.next(round + 1, question -> sealed(question, word -> word + more));
    refusesAt(round + 1, followed);
    assertThat(followed.total(round)).as("the sealed counts").isPresent();
  }

  @Test
  void regionsAreNotAddedUpBeforeTheyAreCounted() {
    int round = round("regions");
    int halves = round("halves");
    Followed followed = before(round);
    followed.next(round + 1, question -> withWords(question, followed.total(halves).orElseThrow()));
    refusesAt(round, followed);
  }

  /** The seal is of the last sum only: counts of cells do not pass for those of regions. */
  @Test
  void regionsAreNotAddedUpByCountsOfCells() {
    int round = round("regions");
    int halves = round("halves");
    Followed followed = before(round).next(round, question -> question);
    followed.next(round + 1, question -> withWords(question, followed.total(halves).orElseThrow()));
    refusesAt(round + 1, followed);
  }

  /** Counts of fewer regions, or those of the points in another order. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void otherRegionsThanThoseCountedAreNotAddedUp(boolean isFewer) {
    int round = round("regions");
    Followed followed = before(round).next(round, question -> question);
    followed.next(
        round + 1,
        question -> {
          long[] words = followed.total(round).orElseThrow();
          long first = words[0];
          words[0] = words[1];
          words[1] = first;
          return withWords(question, isFewer ? Arrays.copyOf(words, words.length / 2) : words);
        });
    refusesAt(round + 1, followed);
  }

  @ParameterizedTest
  @CsvSource({"3, 2", "0, 1", "0, 3"})
  void pointsAreNoMoreThanCells(int more, int columns) {
    int round = round("regions");
    Matrix points = Matrix.zeros(points().rows() + more, columns);
    refusesAt(
        round,
        before(round).next(round, question -> Questions.changed(question, "points", points)));
  }

  /** What cannot be a question of this kind is bad data, whatever is due. */
  @ParameterizedTest
  @CsvSource({"12, -1", "12, 0", "12, 4", "12, 5", "0, 1"})
  void setsAreThreeAtMost(int rows, int sets) {
    int round = round("regions");
    Followed followed =
        before(round)
            .next(
                round,
                question ->
                    Questions.changed(
                        Questions.changed(question, "points", Matrix.zeros(rows, 2)),
                        "sets",
                        sets));
    Outcome outcome = Outcome.of(victim, followed.evil()).statesNoRecord();
    assertThat(outcome.run().exitCode()).isEqualTo(ErrorCode.BAD_DATA.exitCode());
    assertThat(outcome.run().err()).as("the owner is informed").contains("kind regions");
    assertThat(followed.total(round)).isEmpty();
  }

  /** Right after they were counted, after their sums, and after the pairs. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5})
  void regionsAreCountedOnce(int later) {
    int round = round("regions");
    refusesAt(round + later, before(round + later).next(round, question -> question));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1})
  void deviationsArePositive(double deviation) {
    int round = round("region-sums");
    refusesAt(
        round,
        before(round)
            .next(
                round,
                question -> Questions.changed(question, "deviations", Vector.of(1, deviation))));
  }

  @Test
  void sumsOfRegionsAreNotOpenedInTheClear() {
    int round = round("region-sums");
    HostileCoordinator evil = before(round).evil().asks(round, 1, course.question(round));
    Outcome.of(victim, evil).refuses();
    assertThat(evil.answers()).isEmpty();
  }

  /** Mixtures are given out once, after the sites chose, and not from sums of another round. */
  @ParameterizedTest
  @CsvSource({
    "mixtures-next, mixtures-begin",
    "mixtures-step, mixtures-last",
    "mixtures-choose, mixtures-answer",
    "mixtures-next, mixtures-last",
    "mixtures-answer, mixtures-choose"
  })
  void mixturesAreFittedInTheOrderOfTheSchedule(String due, String asked) {
    int round = round(due);
    int other = round(asked);
    refusesAt(round, before(round).next(other, question -> question));
  }
}
