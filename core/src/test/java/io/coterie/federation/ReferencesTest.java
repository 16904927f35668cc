package io.coterie.federation;

import static io.coterie.federation.Studies.SEED;
import static io.coterie.federation.Studies.blobLabels;
import static io.coterie.federation.Studies.blobs;
import static io.coterie.federation.Studies.deal;
import static io.coterie.federation.Studies.gather;
import static io.coterie.federation.Studies.partition;
import static io.coterie.federation.Studies.run;
import static io.coterie.federation.Studies.sites;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.Methods;
import io.coterie.method.Schedule;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.pooled.CentralKMeansMethod;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The references that pool the records: what they find, and that nothing else may pool. */
class ReferencesTest {
  private static StudyPlan plan(String method, int clusters, int dimension) {
    return StudyPlan.of(method, clusters, InputPlan.automatic(InputKind.table(), dimension))
        .with(PrivacyPlan.component());
  }

  private static int[] cluster(String method, Matrix records, int clusters, int siteCount) {
    Map<String, int[]> hands = deal(records.rows(), siteCount);
    return gather(run(plan(method, clusters, records.columns()), sites(records, hands)), hands);
  }

  @ParameterizedTest
  @ValueSource(strings = {"central-kmeans", "central-spectral", "central-gmm"})
  void saysThatItIsNotFederated(String name) {
    FederatedMethod method = Methods.named(name);

    assertThat(method.isFederated()).isFalse();
    assertThat(method.summary()).startsWith("not federated: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"central-kmeans", "central-spectral", "central-gmm"})
  void findsFarBlobsAndLabelsNewRecords(String method) {
    Matrix records = blobs(400, 4, 3, SEED);
    Map<String, int[]> hands = deal(400, 3);

    RunResult result = run(plan(method, 4, 3), sites(records, hands));

    assertThat(partition(gather(result, hands))).isEqualTo(blobLabels(400, 4));
    assertThat(result.model().predict(records, Parallel.sequential()).toArray())
        .isEqualTo(gather(result, hands));
    Matrix fresh = blobs(80, 4, 3, SEED.child("fresh"));
    assertThat(partition(result.model().predict(fresh, Parallel.sequential()).toArray()))
        .isEqualTo(blobLabels(80, 4));
    assertThat(result.findings()).containsEntry("pooled", "400 records");
    // Every record crosses the border, 3 values of 4 bytes or more each.
    assertThat(result.bytesOut()).isGreaterThan(400 * 3 * 4);
  }

  @Test
  void spectralFollowsMoonsWhereKMeansCuts() {
    Matrix moons = Studies.moons(1000, 0.06, SEED);
    int[] truth = blobLabels(1000, 2);

    assertThat(Studies.accuracy(cluster("central-spectral", moons, 2, 4), truth, 2))
        .isGreaterThan(0.99);
    assertThat(Studies.accuracy(cluster("central-kmeans", moons, 2, 4), truth, 2))
        .isBetween(0.7, 0.9);
  }

  @Test
  void spectralLabelsNewRecordsOfMoons() {
    Matrix moons = Studies.moons(1000, 0.06, SEED);
    RunResult result = run(plan("central-spectral", 2, 2), sites(moons, deal(1000, 2)));

    Matrix fresh = Studies.moons(500, 0.06, SEED.child("fresh"));
    int[] found = result.model().predict(fresh, Parallel.sequential()).toArray();

    assertThat(Studies.accuracy(found, blobLabels(500, 2), 2)).isGreaterThan(0.99);
  }

  @Test
  void mixtureTellsAWideClusterFromATightOneInside() {
    // Same center, deviations 0.2 and 8: k-means must cut through, a full mixture need not.
    Matrix records = blobs(600, 1, 2, SEED);
    for (int i = 0; i < 600; i++) {
      for (int j = 0; j < 2; j++) {
        records.set(
            i, j, records.at(i, j) * (i % 2 == 0 ? 0.2 : 8) + (j == 0 && i % 2 == 0 ? 6 : 0));
      }
    }
    int[] truth = blobLabels(600, 2);

    assertThat(Studies.accuracy(cluster("central-gmm", records, 2, 3), truth, 2))
        .isGreaterThan(0.95);
    assertThat(Studies.accuracy(cluster("central-kmeans", records, 2, 3), truth, 2))
        .isLessThan(0.9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"central-kmeans", "central-spectral", "central-gmm"})
  void takesOneClusterOneRecordAndDuplicates(String method) {
    assertThat(cluster(method, blobs(60, 3, 2, SEED), 1, 2)).containsOnly(0);
    Matrix same = Matrix.zeros(50, 2);
    Arrays.fill(same.array(), 4.2);
    assertThat(cluster(method, same, 1, 2)).containsOnly(0);
    assertThat(cluster(method, same, 2, 2)).hasSize(50);
    assertThat(cluster(method, blobs(1, 1, 2, SEED), 1, 1)).containsExactly(0);

    Map<String, int[]> hands = new LinkedHashMap<>();
    hands.put("alone", new int[] {90});
    hands.put("many", IntStream.range(0, 90).toArray());
    Matrix records = blobs(91, 3, 2, SEED);
    RunResult result = run(plan(method, 3, 2), sites(records, hands));
    assertThat(partition(gather(result, hands))).isEqualTo(blobLabels(91, 3));

    int[] chosen = IntStream.range(0, 3000).map(i -> i % 6).toArray();
    Matrix repeated = blobs(6, 3, 2, SEED).selectRows(chosen);
    assertThat(partition(cluster(method, repeated, 3, 2))).isEqualTo(blobLabels(3000, 3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"central-kmeans", "central-spectral", "central-gmm"})
  void threadsDoNotChangeALabel(String method) {
    Matrix records = Studies.moons(600, 0.15, SEED);
    Federation federation = new Federation(plan(method, 2, 2), sites(records, deal(600, 3)), SEED);
    RunResult expected = federation.run(Parallel.sequential(), RunListener.none());
    try (Parallel parallel = Parallel.of(8)) {
      RunResult result = federation.run(parallel, RunListener.none());

      assertThat(result.labels()).isEqualTo(expected.labels());
      assertThat(result.findings()).isEqualTo(expected.findings());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"central-kmeans", "central-spectral", "central-gmm"})
  void refusesWhatItCannotDo(String method) {
    Matrix records = blobs(20, 2, 2, SEED);
    assertThatThrownBy(() -> cluster(method, records, 21, 2))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("fewer records");
    StudyPlan auto =
        new StudyPlan(
            method,
            ClusterCount.auto(),
            InputPlan.automatic(InputKind.table(), 2),
            MethodOptions.none(),
            PrivacyPlan.component());
    assertThatThrownBy(() -> run(auto, sites(records, deal(20, 2))))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("needs a number of clusters");
  }

  @Test
  void recordsOfAMethodThatSaysTheyStayAreRefused() {
    StudyPlan plan = plan("central-kmeans", 2, 2);
    Federation federation = new Federation(plan, sites(blobs(40, 2, 2, SEED), deal(40, 2)), SEED);

    assertThatThrownBy(
            () ->
                federation.run(
                    new FalseClaim(new CentralKMeansMethod()),
                    Parallel.sequential(),
                    RunListener.none()))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("Site site-1 was about to send its records")
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(ErrorCode.INTERNAL);
  }

  /** A reference that calls itself federated. */
  private record FalseClaim(FederatedMethod reference) implements FederatedMethod {
    @Override
    public String name() {
      return "false-claim";
    }

    @Override
    public String summary() {
      return "pools records and denies it";
    }

    @Override
    public List<MethodOption<?>> options() {
      return reference.options();
    }

    @Override
    public void check(StudyPlan plan) {
      reference.check(plan);
    }

    @Override
    public Schedule schedule(StudyPlan plan) {
      return reference.schedule(plan);
    }

    @Override
    public SitePart site(StudyPlan plan, SiteContext context) {
      return reference.site(plan, context);
    }

    @Override
    public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
      return reference.coordinate(plan, context, sites);
    }
  }
}
