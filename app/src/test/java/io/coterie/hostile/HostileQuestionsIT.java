package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.NormalizeRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Standardize;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.study.Study;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Questions that get records out of exact sums, of kinds, sizes and maps that no study has. */
@Timeout(60)
final class HostileQuestionsIT {
  private static final int DIRECTIONS = 20_000;
  private static final int SIDE = 420;

  @TempDir private Path folder;

  private Victim victim(Study study, boolean secure) {
    return new Victim(folder, study, Victim.moons(200, 1), secure);
  }

  private void requireNone(List<double[]> stated, Victim victim) {
    assertThat(Extraction.exact(stated, victim.records())).as("records extracted").isZero();
  }

  private static Payload range() {
    List<RecordMap> steps = new ArrayList<>(Questions.lift());
    steps.add(new Project(Vector.of(0, 0, 0), Questions.directions(DIRECTIONS)));
    return Questions.prepare(steps, "range");
  }

  /** The record that lies farthest in a direction is the sum of no group. */
  @Test
  void theLargestValuesAlongManyDirectionsAreNotSent() {
    Victim victim = victim(Studies.component(), true);
    HostileCoordinator evil = victim.hostile().asks(range());

    Outcome outcome = Outcome.of(victim, evil);

    List<double[]> stated = new ArrayList<>();
    for (Payload answer : evil.answers()) {
      Matrix largest = Extraction.numbers(answer, "largest").orElseThrow();
      stated.addAll(Extraction.fromSphere(largest.array(), Questions.directions(DIRECTIONS)));
    }
    requireNone(stated, victim);
    outcome.keepsAll().refuses();
  }

  @Test
  void theLargestValuesAreNotSentInAStudyWithoutThem() {
    Victim victim = victim(Studies.plain(), false);
    HostileCoordinator evil = victim.hostile().asks(Questions.prepare(List.of(), "range"));
    Outcome.of(victim, evil).keepsAll().refuses();
  }

  /** So many cells that each holds one record, and the masks do not reach. */
  @Test
  void moreCellsThanRecordsAreNotFilled() {
    Victim victim = victim(Studies.component(), true);
    HostileCoordinator evil =
        victim
            .hostile()
            .asks(Questions.prepared(List.of(), Questions.anchors(Questions.square(SIDE), 0)));
    Outcome.of(victim, evil).statesNoRecord().keepsAll().refuses();
  }

  /** Cells that are split until one record of all sites is in each. */
  @Test
  void cellsOfOneRecordAreNotSummedUnderMasks() {
    Victim victim = victim(Studies.component(), true);
    Matrix cells = Questions.square(150);
    Payload question = Questions.prepared(List.of(), Questions.anchors(cells, 0));
    Map<String, long[]> words = new TreeMap<>();
    for (String site : List.of("b", "c")) {
      words.put(site, Cells.words(Victim.moons(200, site.charAt(0)), cells));
    }
    SumRound sum = victim.sum(1, 1, question, words);

    Outcome outcome = Outcome.of(victim, victim.hostile().asks(sum));

    sum.total()
        .map(total -> Cells.sums(total, cells))
        .ifPresent(sums -> requireNone(Extraction.pairs(sums), victim));
    assertThat(sum.total()).isEmpty();
    outcome.keepsAll().refuses();
  }

  /** Two large cells whose border moves: what passes it is the difference of two answers. */
  @Test
  void aBorderThatMovesIsNotFollowed() {
    Victim victim = victim(Studies.grouped(), false);
    HostileCoordinator evil = victim.hostile();
    int rounds = 300;
    for (int round = 0; round < rounds; round++) {
      double border = -1.1 + 3.2 * round / rounds;
      Payload cells =
          Questions.anchors(
              Matrix.ofRows(new double[] {border - 1, 0}, new double[] {border + 1, 0}), 0);
      evil.asks(round == 0 ? Questions.prepared(List.of(), cells) : cells);
    }

    Outcome outcome = Outcome.of(victim, evil);

    requireNone(Extraction.differences(evil.answers()), victim);
    outcome.keepsAll().refuses();
  }

  /** A map that puts all but some records on one point makes a sum of those some. */
  @Test
  void sumsAreNotAskedAgainAndAgainThroughOtherMaps() {
    Victim victim = victim(Studies.plain(), false);
    HostileCoordinator evil = victim.hostile();
    for (int round = 0; round < 20; round++) {
      evil.asks(
          Questions.prepare(
              List.of(
                  new Standardize(Vector.of(.1 * round, 0), Vector.of(1, 1)), new NormalizeRows(1)),
              "sums"));
    }
    Outcome outcome = Outcome.of(victim, evil).statesNoRecord().refuses();
    assertThat(evil.answers()).as(outcome.run().err()).hasSizeLessThanOrEqualTo(2);
  }

  static Stream<Payload> firstQuestions() {
    return Stream.of(
        Questions.prepared(List.of(), new Question("microclusters")),
        Questions.prepared(List.of(), Questions.anchors(Questions.square(2), 0)),
        Questions.prepare(List.of(), "scatter", 0, 0),
        Questions.histogram(),
        Questions.honestMoments(),
        Questions.of("bounds", List.of()),
        new Question("point"));
  }

  @ParameterizedTest
  @MethodSource("firstQuestions")
  void kindsComeInTheirOrder(Payload question) {
    Victim victim = victim(Studies.plain(), false);
    Outcome.of(victim, victim.hostile().asks(question)).keepsAll().refuses();
  }
}
