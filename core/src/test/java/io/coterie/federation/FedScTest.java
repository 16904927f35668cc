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
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Fields;
import io.coterie.model.ClusterModel;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole studies by Fed-SC, on lines and planes through the origin. */
class FedScTest {
  private static StudyPlan plan(int clusters, int dimension, MethodOptions options) {
    return new StudyPlan(
        "fed-sc",
        ClusterCount.of(clusters),
        InputPlan.automatic(InputKind.table(), dimension),
        options,
        PrivacyPlan.component());
  }

  /** Record i lies near line i % count through the origin, on either side of it. */
  private static Matrix lines(int rows, int count) {
    SplittableRandom random = SEED.child("lines").random();
    Matrix records = Matrix.zeros(rows, count);
    for (int i = 0; i < rows; i++) {
      double along = (random.nextBoolean() ? 1 : -1) * (1 + random.nextDouble());
      for (int j = 0; j < count; j++) {
        double direction = j == i % count ? 1 : 0.2;
        records.set(i, j, along * direction + 0.005 * random.nextGaussian());
      }
    }
    return records;
  }

  private static int[] truths(int rows, int count) {
    return IntStream.range(0, rows).map(i -> i % count).toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tsc", "ssc"})
  void findsLinesThroughTheOrigin(String subspace) {
    Matrix records = lines(360, 3);
    Map<String, int[]> hands = deal(360, 4);
    MethodOptions options =
        MethodOptions.none().with("subspace", subspace).with("local-clusters", "3");

    RunResult result = run(plan(3, 3, options), sites(records, hands));

    assertThat(Studies.partition(gather(result, hands))).isEqualTo(truths(360, 3));
    assertThat(result.model().predict(records, Parallel.sequential()).toArray())
        .isEqualTo(gather(result, hands));
    assertThat(result.findings())
        .containsEntry("local clusters", "3 to 3 a site, 12 in all")
        .containsEntry("self-expression", "converged at 4 of 4 sites")
        .containsKey("subspace graph");
  }

  @Test
  void linesAtRightAnglesAreCountedByTheSites() {
    SplittableRandom random = SEED.child("exact").random();
    Matrix records = Matrix.zeros(240, 4);
    for (int i = 0; i < 240; i++) {
      records.set(i, i % 2, random.nextGaussian());
    }
    Map<String, int[]> hands = deal(240, 3);

    RunResult result = run(plan(2, 4, MethodOptions.none()), sites(records, hands));

    assertThat(result.findings()).containsEntry("local clusters", "2 to 2 a site, 6 in all");
    assertThat(Studies.partition(gather(result, hands))).isEqualTo(truths(240, 2));
  }

  @Test
  void theModelIsMadeAgainFromItsFields() {
    Matrix records = lines(120, 2);
    MethodOptions options = MethodOptions.none().with("local-clusters", "2");
    ClusterModel model = run(plan(2, 2, options), sites(records, deal(120, 2))).model().clusters();

    ClusterModel again = ClusterModel.of(model.kind(), new Fields(model.kind(), model.fields()));

    assertThat(again.label(records, Parallel.sequential()))
        .isEqualTo(model.label(records, Parallel.sequential()));
  }

  @Test
  void threadsDoNotChangeALabel() {
    Matrix records = Studies.moons(400, 0.2, SEED);
    for (String subspace : List.of("tsc", "ssc")) {
      MethodOptions options =
          MethodOptions.none().with("subspace", subspace).with("local-clusters", "4");
      Federation federation =
          new Federation(plan(2, 2, options), sites(records, deal(400, 3)), SEED);
      RunResult expected = federation.run(Parallel.sequential(), RunListener.none());
      try (Parallel parallel = Parallel.of(8)) {
        RunResult result = federation.run(parallel, RunListener.none());
        assertThat(result.labels()).isEqualTo(expected.labels());
        assertThat(result.findings()).isEqualTo(expected.findings());
      }
    }
  }

  @Test
  void takesOneClusterZerosAndDuplicates() {
    Map<String, int[]> hands = deal(60, 2);
    assertThat(gather(run(plan(1, 2, MethodOptions.none()), sites(lines(60, 2), hands)), hands))
        .containsOnly(0);
    Matrix same = Matrix.zeros(60, 2);
    assertThat(gather(run(plan(1, 2, MethodOptions.none()), sites(same, hands)), hands))
        .containsOnly(0);
    Arrays.fill(same.array(), 4.2);
    assertThat(gather(run(plan(1, 2, MethodOptions.none()), sites(same, hands)), hands))
        .containsOnly(0);

    int[] chosen = IntStream.range(0, 600).map(i -> i % 6).toArray();
    Matrix repeated = lines(6, 3).selectRows(chosen);
    assertThat(
            gather(
                run(
                    plan(3, 3, MethodOptions.none().with("local-clusters", "3")),
                    sites(repeated, deal(600, 2))),
                deal(600, 2)))
        .hasSize(600);
  }

  @Test
  void sitesThatFindTooFewLocalClustersAreAskedForAsManyAsThereAreClusters() {
    Map<String, int[]> hands = Map.of("all", IntStream.range(0, 240).toArray());
    Matrix three = lines(240, 3);

    RunResult enough = run(plan(3, 3, MethodOptions.none()), sites(three, hands));
    RunResult more = run(plan(8, 3, MethodOptions.none()), sites(three, hands));

    assertThat(more.rounds()).isEqualTo(enough.rounds() + 1);
    assertThat(more.findings().get("local clusters")).startsWith("8 to 8");
  }

  @Test
  void refusesWhatItCannotDo() {
    Map<String, int[]> hands = new LinkedHashMap<>();
    hands.put("alone", new int[] {0});
    hands.put("many", IntStream.range(1, 90).toArray());
    fails(ErrorCode.BAD_DATA, "Site alone has fewer than 5 records", MethodOptions.none(), hands);
    MethodOptions one = MethodOptions.none().with("local-clusters", "1");
    fails(ErrorCode.BAD_DATA, "form only 1 local ones", one, Map.of("all", hands.get("many")));
    fails(
        ErrorCode.USAGE,
        "--local-clusters is 0",
        MethodOptions.none().with("local-clusters", "0"),
        hands);
    fails(
        ErrorCode.USAGE, "Did you mean tsc?", MethodOptions.none().with("subspace", "tcs"), hands);
  }

  private static void fails(
      ErrorCode code, String words, MethodOptions options, Map<String, int[]> hands) {
    assertThatThrownBy(() -> run(plan(2, 2, options), sites(lines(90, 2), hands)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(words)
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(code);
  }
}
