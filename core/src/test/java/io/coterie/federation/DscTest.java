package io.coterie.federation;

import static io.coterie.federation.Studies.SEED;
import static io.coterie.federation.Studies.deal;
import static io.coterie.federation.Studies.gather;
import static io.coterie.federation.Studies.run;
import static io.coterie.federation.Studies.sites;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole studies by Distributed Spectral Clustering. */
class DscTest {
  private static StudyPlan plan(int clusters, int dimension, String signs) {
    return new StudyPlan(
        "dsc",
        ClusterCount.of(clusters),
        InputPlan.automatic(InputKind.table(), dimension),
        MethodOptions.none().with("signs", signs),
        PrivacyPlan.component());
  }

  /** A large and a small square joined by a thin bridge: sites agree on their eigenvectors. */
  private static Matrix unequal(int rows) {
    SplittableRandom random = SEED.child("unequal").random();
    Matrix records = Matrix.zeros(rows, 2);
    for (int i = 0; i < rows; i++) {
      boolean large = truth(i) == 0;
      double x = large ? 3 * random.nextDouble() : 4 + 1.7 * random.nextDouble();
      double y = (large ? 3 : 1.7) * random.nextDouble();
      boolean bridge = i % 30 == 0;
      records.set(i, 0, bridge ? 2.9 + 1.2 * random.nextDouble() : x);
      records.set(i, 1, bridge ? 0.8 + 0.1 * random.nextDouble() : y);
    }
    return records;
  }

  private static int truth(int record) {
    return record % 4 == 3 ? 1 : 0;
  }

  private static int[] truths(int rows) {
    return IntStream.range(0, rows).map(DscTest::truth).toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"absolute", "reference"})
  void findsUnequalSquaresThatTouch(String signs) {
    Matrix records = unequal(1200);
    Map<String, int[]> hands = deal(1200, 3);

    RunResult result = run(plan(2, 2, signs), sites(records, hands));

    assertThat(Studies.accuracy(gather(result, hands), truths(1200), 2)).isGreaterThan(0.9);
    int[] predicted = result.model().predict(records, Parallel.sequential()).toArray();
    assertThat(Studies.accuracy(predicted, truths(1200), 2)).isGreaterThan(0.9);
    assertThat(result.findings()).containsKeys("shared point", "site graphs");
  }

  @Test
  void absoluteValuesShareNoPoint() {
    List<String> sent = new ArrayList<>();
    Matrix records = unequal(300);

    RunResult result =
        new Federation(plan(2, 2, "absolute"), sites(records, deal(300, 3)), SEED)
            .run(
                Parallel.sequential(),
                event -> {
                  if (event instanceof RunEvent.MessageSent message
                      && message.direction() == RunEvent.Direction.FROM_SITE) {
                    sent.add(message.message().kind());
                  }
                });

    assertThat(sent).doesNotContain("shared-point").contains("spectral-centroids");
    assertThat(result.findings().get("shared point")).startsWith("none");
  }

  @Test
  void threadsDoNotChangeALabel() {
    Matrix records = Studies.moons(700, 0.1, SEED);
    for (String signs : List.of("absolute", "reference")) {
      Federation federation = new Federation(plan(2, 2, signs), sites(records, deal(700, 3)), SEED);
      RunResult expected = federation.run(Parallel.sequential(), RunListener.none());
      try (Parallel parallel = Parallel.of(8)) {
        RunResult result = federation.run(parallel, RunListener.none());
        assertThat(result.labels()).isEqualTo(expected.labels());
        assertThat(result.findings()).isEqualTo(expected.findings());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"absolute", "reference"})
  void takesOneClusterAndDuplicates(String signs) {
    Map<String, int[]> hands = deal(90, 2);
    assertThat(gather(run(plan(1, 2, signs), sites(unequal(90), hands)), hands)).containsOnly(0);
    Matrix same = Matrix.zeros(90, 2);
    Arrays.fill(same.array(), 4.2);
    assertThat(gather(run(plan(2, 2, signs), sites(same, hands)), hands)).hasSize(90);

    Map<String, int[]> alone = new LinkedHashMap<>();
    alone.put("alone", new int[] {0});
    alone.put("many", IntStream.range(1, 90).toArray());
    assertThat(gather(run(plan(1, 2, signs), sites(unequal(90), alone)), alone)).containsOnly(0);
  }

  @Test
  void refusesWhatItCannotDo() {
    Map<String, int[]> hands = new LinkedHashMap<>();
    hands.put("alone", new int[] {0});
    hands.put("many", IntStream.range(1, 90).toArray());
    fails(ErrorCode.BAD_DATA, "Site alone has fewer records", plan(2, 2, "absolute"), hands);
    Map<String, int[]> few = new LinkedHashMap<>();
    few.put("a", new int[] {0, 1, 2});
    few.put("b", new int[] {3, 4, 5, 6});
    fails(ErrorCode.BAD_DATA, "No site has enough records", plan(2, 2, "reference"), few);
    fails(ErrorCode.USAGE, "Did you mean absolute?", plan(2, 2, "absolut"), few);
    StudyPlan auto =
        new StudyPlan(
            "dsc",
            ClusterCount.auto(),
            InputPlan.automatic(InputKind.table(), 2),
            MethodOptions.none(),
            PrivacyPlan.component());
    fails(ErrorCode.USAGE, "dsc needs a number of clusters", auto, few);
  }

  private static void fails(
      ErrorCode code, String words, StudyPlan plan, Map<String, int[]> hands) {
    assertThatThrownBy(() -> run(plan, sites(unequal(90), hands)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(words)
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(code);
  }
}
