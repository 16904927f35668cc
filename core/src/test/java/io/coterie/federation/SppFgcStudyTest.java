package io.coterie.federation;

import static io.coterie.federation.Studies.SEED;
import static io.coterie.federation.Studies.blobLabels;
import static io.coterie.federation.Studies.blobs;
import static io.coterie.federation.Studies.deal;
import static io.coterie.federation.Studies.gather;
import static io.coterie.federation.Studies.partition;
import static io.coterie.federation.Studies.run;
import static io.coterie.federation.Studies.sites;
import static io.coterie.federation.Studies.tablePlan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.federation.RunListener.RunEvent;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Labels;
import io.coterie.message.WireSize;
import io.coterie.message.internal.GroupClusters;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole studies by the paper's method, at all three resolutions. */
class SppFgcStudyTest {
  @ParameterizedTest
  @CsvSource({
    "record, 300, 3, 1",
    "record, 300, 3, 5",
    "record, 400, 4, 2",
    "component, 300, 3, 1",
    "component, 300, 3, 5",
    "component, 400, 4, 2",
    "coarse, 300, 3, 1",
    "coarse, 300, 3, 5",
    "coarse, 400, 4, 2"
  })
  void farBlobsAreFoundWithoutAMistake(String resolution, int rows, int count, int siteCount) {
    Map<String, int[]> hands = deal(rows, siteCount);

    RunResult result = run(plan(resolution, 3, count), sites(blobs(rows, count, 3, SEED), hands));

    assertThat(partition(gather(result, hands))).isEqualTo(blobLabels(rows, count));
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "component", "coarse"})
  void permutedRecordsGetPermutedLabels(String resolution) {
    Matrix records = blobs(400, 4, 3, SEED);
    int[] order = Studies.shuffled(400, SEED.child("order"));
    Map<String, int[]> hands = deal(400, 3);

    int[] found =
        gather(run(plan(resolution, 3, 4), sites(records.selectRows(order), hands)), hands);

    int[] expected = Arrays.stream(order).map(i -> i % 4).toArray();
    assertThat(partition(found)).isEqualTo(partition(expected));
  }

  @Test
  void theOrderOfTheRecordsAtASiteDoesNotMatterOnMoons() {
    // Each site hands in its records in reverse. At the other resolutions a site whose graph has
    // more pieces than clusters takes C vectors of a larger eigenspace, and the order may matter.
    Matrix records = Studies.moons(240, 0.05, SEED);
    Map<String, int[]> hands = deal(240, 2);
    Map<String, int[]> reversed = new LinkedHashMap<>();
    hands.forEach(
        (name, rows) ->
            reversed.put(
                name,
                IntStream.range(0, rows.length).map(i -> rows[rows.length - 1 - i]).toArray()));
    StudyPlan plan = plan("coarse", 2, 2);

    assertThat(partition(gather(run(plan, sites(records, reversed)), reversed)))
        .isEqualTo(partition(gather(run(plan, sites(records, hands)), hands)));
  }

  @ParameterizedTest
  @CsvSource({
    "record, 1", "record, 2", "record, 8",
    "component, 1", "component, 2", "component, 8",
    "coarse, 1", "coarse, 2", "coarse, 8"
  })
  void threadsDoNotChangeABit(String resolution, int threads) {
    Matrix records = Studies.moons(400, 0.1, SEED);
    List<SiteData> sites = sites(records, deal(400, 3));
    StudyPlan plan = plan(resolution, 2, 2);
    if (!resolution.equals("coarse")) {
      plan = with(plan, "epsilon", "50");
    }
    RunResult expected = run(plan, sites);
    try (Parallel parallel = Parallel.of(threads)) {
      RunResult result = new Federation(plan, sites, SEED).run(parallel, RunListener.none());

      assertThat(result.labels()).isEqualTo(expected.labels());
      assertThat(result.traffic()).isEqualTo(expected.traffic());
      assertThat(result.findings()).isEqualTo(expected.findings());
      assertThat(numbers(result)).isEqualTo(numbers(expected));
    }
  }

  @Test
  void noiseIsRepeatedByTheSeedOfTheStudy() {
    Matrix records = blobs(200, 2, 2, SEED);
    List<SiteData> sites = sites(records, deal(200, 2));
    StudyPlan plan = plan("component", 2, 2);
    StudyPlan noisy = with(plan, "epsilon", "1");

    List<Vector> first = numbers(run(noisy, sites));

    assertThat(numbers(run(noisy, sites))).isEqualTo(first);
    assertThat(numbers(run(plan, sites))).isNotEqualTo(first);
    RunResult other =
        new Federation(noisy, sites, SEED.child("other"))
            .run(Parallel.sequential(), RunListener.none());
    assertThat(numbers(other)).isNotEqualTo(first);
    // No two sites draw the same noise: neither would hide anything from the other.
    List<SiteData> twins = List.of(SiteData.of("a", records), SiteData.of("b", records));
    assertThat(numbers(run(noisy, twins)).get(1).toArray()).hasSize(8).doesNotHaveDuplicates();
  }

  /** Returns the numbers of the model: for prototypes weights, means and covariances. */
  private static List<Vector> numbers(RunResult result) {
    List<Vector> numbers = new ArrayList<>();
    for (Field field : result.model().clusters().fields()) {
      if (field instanceof Field.Numbers values) {
        numbers.add(Vector.of(values.values().array()));
      }
    }
    return numbers;
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "component", "coarse"})
  void theModelLabelsTheTrainingRecordsAsTheSitesDid(String resolution) {
    Matrix records = blobs(300, 3, 2, SEED);
    Map<String, int[]> hands = deal(300, 3);
    RunResult result = run(plan(resolution, 2, 3), sites(records, hands));

    assertThat(result.model().predict(records, Parallel.sequential()).toArray())
        .isEqualTo(gather(result, hands));
    Matrix fresh = blobs(90, 3, 2, SEED.child("fresh"));
    assertThat(partition(result.model().predict(fresh, Parallel.sequential()).toArray()))
        .isEqualTo(blobLabels(90, 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "component", "coarse"})
  void aSiteMayHaveOneRecordOrFewerThanThereAreClusters(String resolution) {
    Matrix records = blobs(303, 3, 2, SEED);
    Map<String, int[]> hands = new LinkedHashMap<>();
    hands.put("alone", new int[] {300});
    hands.put("pair", new int[] {301, 302});
    hands.put("many", IntStream.range(0, 300).toArray());

    RunResult result = run(plan(resolution, 2, 3), sites(records, hands));

    assertThat(partition(gather(result, hands))).isEqualTo(blobLabels(303, 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "component", "coarse"})
  void aSiteIsToldNothingButItsOwnClusters(String resolution) {
    Map<String, int[]> hands = new LinkedHashMap<>();
    hands.put("small", IntStream.range(0, 60).toArray());
    hands.put("large", IntStream.range(60, 300).toArray());
    List<RunEvent.MessageSent> last = new ArrayList<>();

    RunResult result =
        new Federation(plan(resolution, 3, 3), sites(blobs(300, 3, 3, SEED), hands), SEED)
            .run(
                Parallel.sequential(),
                event -> {
                  if (event instanceof RunEvent.MessageSent sent
                      && sent.message().kind().equals("clusters")) {
                    last.add(sent);
                  }
                });

    // 4 √60 and 4 √240 are above and below a third of the records.
    Map<String, Integer> nodes =
        switch (resolution) {
          case "record" -> Map.of("small", 60, "large", 240);
          case "component" -> Map.of("small", 3, "large", 3);
          default -> Map.of("small", 20, "large", 62);
        };
    assertThat(last).extracting(RunEvent.MessageSent::site).containsExactly("small", "large");
    for (RunEvent.MessageSent sent : last) {
      // Every cluster is one byte, so the size tells how many nodes the answer is about.
      int own = nodes.get(sent.site());
      GroupClusters answer = new GroupClusters(IntVector.of(new int[own]), 3);
      assertThat(sent.round()).isEqualTo(result.rounds() + 1);
      assertThat(sent.message().bytes()).isEqualTo(WireSize.of(answer));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "component", "coarse"})
  void oneClusterTakesEveryRecord(String resolution) {
    Map<String, int[]> hands = deal(120, 3);

    RunResult result = run(plan(resolution, 2, 1), sites(blobs(120, 3, 2, SEED), hands));

    assertThat(gather(result, hands)).containsOnly(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"record", "component"})
  void aSiteOfZerosCanBeMadeNoisy(String resolution) {
    List<SiteData> sites =
        List.of(
            SiteData.of("zero", Matrix.zeros(1, 2)), SiteData.of("some", blobs(60, 2, 2, SEED)));

    RunResult result = run(with(plan(resolution, 2, 2), "epsilon", "1"), sites);

    assertThat(result.labels().get("zero")).extracting(Labels::size).isEqualTo(1);
  }

  @Test
  void anAutomaticNumberOfClustersIsRefused() {
    StudyPlan plan = plan("component", 2, 2);
    StudyPlan auto =
        new StudyPlan(
            plan.method(),
            ClusterCount.auto(),
            plan.input(),
            plan.options(),
            PrivacyPlan.component());

    assertThatThrownBy(() -> run(auto, List.of(SiteData.of("a", blobs(20, 2, 2, SEED)))))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("coterie suggest");
  }

  private static StudyPlan plan(String resolution, int dimension, int clusters) {
    StudyPlan plan = tablePlan(dimension, clusters, Scaling.AUTO);
    return new StudyPlan(
        "spp-fgc",
        plan.clusters(),
        plan.input(),
        MethodOptions.none().with("resolution", resolution),
        resolution.equals("record") ? PrivacyPlan.paper() : PrivacyPlan.component());
  }

  private static StudyPlan with(StudyPlan plan, String option, String value) {
    return plan.with(plan.options().with(option, value));
  }
}
