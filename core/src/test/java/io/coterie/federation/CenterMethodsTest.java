package io.coterie.federation;

import static io.coterie.federation.Studies.SEED;
import static io.coterie.federation.Studies.accuracy;
import static io.coterie.federation.Studies.blobLabels;
import static io.coterie.federation.Studies.blobs;
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
import io.coterie.math.Seed;
import io.coterie.message.Field;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole studies by the methods whose clusters are centers. */
class CenterMethodsTest {
  @ParameterizedTest
  @CsvSource({"k-fed,4,1", "k-fed,4,5", "ffcm,3,1", "ffcm,3,5"})
  void farBlobsAreFoundWithoutAMistake(String method, int count, int siteCount) {
    Matrix records = blobs(600, count, 3, SEED);
    Map<String, int[]> hands = deal(600, siteCount);

    RunResult result = run(plan(method, 3, count), sites(records, hands));

    assertThat(accuracy(gather(result, hands), blobLabels(600, count), count)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"k-fed", "ffcm", "dp-lloyd"})
  void oneClusterAndEqualRecordsAreNoTrouble(String method) {
    assertThat(labelsOf(method, blobs(60, 2, 2, SEED), 1)).containsOnly(0);
    assertThat(labelsOf(method, Matrix.zeros(60, 2), 1)).containsOnly(0);
    assertThat(labelsOf(method, Matrix.zeros(60, 2), 2)).hasSize(60);
  }

  @ParameterizedTest
  @ValueSource(strings = {"k-fed", "ffcm", "dp-lloyd"})
  void threadsDoNotChangeABit(String method) {
    Matrix records = Studies.moons(400, 0.2, SEED);
    List<SiteData> sites = sites(records, deal(400, 3));
    StudyPlan plan = plan(method, 2, 3);
    RunResult expected = run(plan, sites);
    try (Parallel parallel = Parallel.of(4)) {
      RunResult result = new Federation(plan, sites, SEED).run(parallel, RunListener.none());

      assertThat(result.labels()).isEqualTo(expected.labels());
      assertThat(result.findings()).isEqualTo(expected.findings());
      assertThat(means(result)).isEqualTo(means(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"k-fed", "ffcm", "dp-lloyd"})
  void theModelLabelsTheRecordsAsTheSitesDid(String method) {
    Matrix records = blobs(300, 3, 2, SEED);
    Map<String, int[]> hands = deal(300, 3);

    RunResult result = run(plan(method, 2, 3), sites(records, hands));

    assertThat(result.model().predict(records, Parallel.sequential()).toArray())
        .isEqualTo(gather(result, hands));
  }

  @ParameterizedTest
  @ValueSource(strings = {"k-fed", "ffcm", "dp-lloyd"})
  void aNumberOfClustersIsNeeded(String method) {
    StudyPlan plan =
        new StudyPlan(
            method, ClusterCount.auto(), input(2), MethodOptions.none(), PrivacyPlan.component());

    assertThatThrownBy(() -> run(plan, sites(blobs(40, 2, 2, SEED), deal(40, 2))))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("needs a number of clusters");
  }

  @Test
  void kFedNeedsAsManyLocalClustersAsClusters() {
    StudyPlan plan =
        new StudyPlan(
            "k-fed",
            ClusterCount.of(7),
            input(2),
            MethodOptions.none().with("local-clusters", "2"),
            PrivacyPlan.component());

    assertRefused(
        plan, blobs(90, 3, 2, SEED), ErrorCode.USAGE, "3 sites with --local-clusters 2 have fewer");
  }

  @Test
  void kFedSaysWhenTheRecordsFormTooFewGroups() {
    assertRefused(
        plan("k-fed", 2, 4), Matrix.zeros(30, 2), ErrorCode.BAD_DATA, "form only 3 groups");
  }

  @Test
  void kFedFindsClustersThatNoSiteHasAll() {
    // Two blobs at each of three sites, four in all.
    Matrix records = blobs(400, 4, 2, SEED);
    Map<String, int[]> hands =
        new TreeMap<>(Map.of("a", members(0, 1), "b", members(2, 3), "c", new int[] {4, 8, 5, 9}));
    StudyPlan plan =
        new StudyPlan(
            "k-fed",
            ClusterCount.of(4),
            input(2),
            MethodOptions.none().with("local-clusters", "2"),
            PrivacyPlan.component());

    RunResult result = run(plan, sites(records, hands));

    assertThat(result.rounds()).isEqualTo(3); // two of them for the representation
    hands.forEach(
        (site, rows) -> {
          for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows.length; j++) {
              assertThat(result.labels().get(site).of(i) == result.labels().get(site).of(j))
                  .isEqualTo(rows[i] % 4 == rows[j] % 4);
            }
          }
        });
  }

  @Test
  void fuzzyCMeansTellsHowItEnded() {
    RunResult result = run(plan("ffcm", 2, 3), sites(blobs(300, 3, 2, SEED), deal(300, 5)));

    assertThat(result.findings()).containsEntry("fuzzifier", "2.0");
    assertThat(result.findings().get("fuzzy c-means")).matches("converged after \\d+ rounds");
  }

  @Test
  void fuzzyCMeansTakesSitesOfOneRecord() {
    Matrix records = blobs(40, 2, 2, SEED);
    Map<String, int[]> hands = new TreeMap<>(Map.of("a", range(0, 39), "b", new int[] {39}));

    RunResult result = run(plan("ffcm", 2, 2), sites(records, hands));

    assertThat(accuracy(gather(result, hands), blobLabels(40, 2), 2)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0.5", "-2", "soft"})
  void aFuzzifierOfOneOrLessIsRefused(String fuzzifier) {
    StudyPlan plan =
        new StudyPlan(
            "ffcm",
            ClusterCount.of(2),
            input(2),
            MethodOptions.none().with("fuzzifier", fuzzifier),
            PrivacyPlan.component());

    assertRefused(plan, blobs(40, 2, 2, SEED), ErrorCode.USAGE, "--fuzzifier is " + fuzzifier);
  }

  @Test
  void noisyLloydFindsBlobsWhereTheBudgetIsAmple() {
    Matrix records = blobs(3000, 3, 2, SEED);
    Map<String, int[]> hands = deal(3000, 3);
    StudyPlan plan =
        new StudyPlan(
            "dp-lloyd",
            ClusterCount.of(3),
            input(2),
            MethodOptions.none().with("epsilon", "5"),
            PrivacyPlan.component());

    // Lloyd from centers that saw no data may end where one blob has two of them.
    int exact = 0;
    for (int seed = 0; seed < 10; seed++) {
      RunResult result =
          new Federation(plan, sites(records, hands), new Seed(seed))
              .run(Parallel.sequential(), RunListener.none());
      assertThat(result.rounds()).isEqualTo(3 + 7); // two for the representation, one for the box
      assertThat(result.findings().get("epsilon")).startsWith("5.0 in 7 rounds, nominal");
      exact += accuracy(gather(result, hands), blobLabels(3000, 3), 3) == 1 ? 1 : 0;
    }
    assertThat(exact).isGreaterThanOrEqualTo(7);
  }

  @Test
  void noisyLloydRefusesASiteOfOneRecord() {
    Map<String, int[]> hands = new TreeMap<>(Map.of("a", range(0, 39), "b", new int[] {39}));

    assertThatThrownBy(() -> run(plan("dp-lloyd", 2, 2), sites(blobs(40, 2, 2, SEED), hands)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("Site b has only one record");
  }

  private static int[] range(int from, int to) {
    return java.util.stream.IntStream.range(from, to).toArray();
  }

  private static int[] members(int first, int second) {
    return java.util.stream.IntStream.range(0, 100)
        .filter(i -> i > 9 && (i % 4 == first || i % 4 == second))
        .toArray();
  }

  private static void assertRefused(
      StudyPlan plan, Matrix records, ErrorCode code, String message) {
    assertThatThrownBy(() -> run(plan, sites(records, deal(records.rows(), 3))))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(((CoterieException) e).code()).isEqualTo(code));
  }

  private static int[] labelsOf(String method, Matrix records, int clusters) {
    Map<String, int[]> hands = deal(records.rows(), 3);
    return gather(run(plan(method, records.columns(), clusters), sites(records, hands)), hands);
  }

  private static double[] means(RunResult result) {
    return ((Field.Numbers) result.model().clusters().fields().get(0)).values().array();
  }

  private static StudyPlan plan(String method, int dimension, int clusters) {
    return StudyPlan.of(method, clusters, input(dimension)).with(PrivacyPlan.component());
  }

  private static InputPlan input(int dimension) {
    return InputPlan.automatic(InputKind.table(), dimension);
  }
}
