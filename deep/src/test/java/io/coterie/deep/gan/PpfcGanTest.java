package io.coterie.deep.gan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.deep.EncoderMap;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.features.Representation;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.Labels;
import io.coterie.message.Payload;
import io.coterie.method.Methods;
import io.coterie.method.PayloadKinds;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PpfcGanTest {
  private static final int SIDE = 12;
  private static final int PER_SITE = 90;

  /** A bar across, a bar down or a square, near the middle, by record number. */
  private static Matrix images(int count, long seed) {
    SplittableRandom random = new Seed(seed).random();
    Matrix images = Matrix.zeros(count, SIDE * SIDE);
    for (int i = 0; i < count; i++) {
      int height = i % 3 == 0 ? 2 : i % 3 == 1 ? 9 : 5;
      int width = i % 3 == 0 ? 9 : i % 3 == 1 ? 2 : 5;
      int top = (SIDE - height) / 2 + random.nextInt(2);
      int left = (SIDE - width) / 2 + random.nextInt(2);
      for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
          boolean on = y >= top && y < top + height && x >= left && x < left + width;
          images.set(i, y * SIDE + x, (on ? 200 : 0) + random.nextInt(30));
        }
      }
    }
    return images;
  }

  /** Three blobs of three features. */
  private static Matrix table(int count, long seed) {
    SplittableRandom random = new Seed(seed).random();
    Matrix records = Matrix.zeros(count, 3);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < 3; j++) {
        records.set(i, j, 100 + (i % 3 == j ? 20 : 0) + random.nextGaussian());
      }
    }
    return records;
  }

  private static StudyPlan plan(InputKind kind, int dimension, Map<String, String> options) {
    return new StudyPlan(
        "ppfc-gan",
        ClusterCount.of(3),
        InputPlan.automatic(kind, dimension),
        new MethodOptions(options),
        PrivacyPlan.component());
  }

  private static StudyPlan ofImages(Map<String, String> options) {
    return plan(InputKind.image(SIDE, SIDE), SIDE * SIDE, options);
  }

  private static RunResult run(StudyPlan plan, int threads) {
    List<SiteData> sites =
        IntStream.range(0, 3)
            .mapToObj(
                k ->
                    SiteData.of(
                        "site-" + k,
                        plan.input().kind().isImage() ? images(PER_SITE, k) : table(PER_SITE, k)))
            .toList();
    try (Parallel parallel = Parallel.of(threads)) {
      return new Federation(plan, sites, new Seed(3)).run(parallel, RunListener.none());
    }
  }

  /** The share of records in the majority of their cluster over all sites. */
  private static double purity(RunResult result) {
    int[][] counts = new int[3][3];
    for (Labels labels : result.labels().values()) {
      for (int i = 0; i < PER_SITE; i++) {
        counts[labels.of(i)][i % 3]++;
      }
    }
    int right = 0;
    for (int[] cluster : counts) {
      right += Math.max(cluster[0], Math.max(cluster[1], cluster[2]));
    }
    return right / (3.0 * PER_SITE);
  }

  private static final Map<String, String> SHORT = Map.of("passes", "60", "width", "8");

  @Test
  void tellsShapesApartByMadeUpImagesAndNewRecordsAsTheSitesDid() {
    RunResult result = run(ofImages(SHORT), 2);
    assertThat(purity(result)).isGreaterThan(0.55); // a third by chance
    assertThat(result.findings()).containsEntry("synthetic records", "270");
    try (Parallel parallel = Parallel.of(2)) {
      Matrix mapped = result.model().representation().apply(images(PER_SITE, 0), parallel);
      assertThat(result.model().clusters().label(mapped, parallel))
          .isEqualTo(result.labels().get("site-0"));
    }
  }

  @Test
  void tellsBlobsOfATableApart() {
    assertThat(purity(run(plan(InputKind.table(), 3, SHORT), 2))).isGreaterThan(0.8);
    Map<String, String> blurred = Map.of("generator", "vae", "passes", "60");
    assertThat(purity(run(plan(InputKind.table(), 3, blurred), 2))).isGreaterThan(0.5);
  }

  @Test
  void givesTheSameAnswerOnAnyNumberOfThreads() {
    StudyPlan plan = ofImages(Map.of("passes", "2", "width", "4", "samples", "50"));
    RunResult one = run(plan, 1);
    assertThat(run(plan, 2).labels()).isEqualTo(one.labels());
    assertThat(one.findings()).containsEntry("synthetic records", "150");
  }

  @Test
  void itsPayloadsComeBackFromTheirFields() {
    EncoderPlan network = new EncoderPlan(EncoderPlan.AUTOENCODER, InputKind.image(2, 1), 2, 3, 4);
    EncoderMap map = new EncoderMap(network, Vector.of(1, 2, 3), false);
    List<Payload> sent =
        List.of(
            new SyntheticCoordinator.SyntheticRecords(
                Matrix.ofRows(new double[] {0, 1}, new double[] {0.5, 0.25})),
            new SyntheticCoordinator.CodeCenters(
                new Representation(List.of(map)), Matrix.ofRows(new double[] {1, 2, 3})));
    SyntheticCoordinator.SyntheticRecords samples =
        (SyntheticCoordinator.SyntheticRecords)
            PayloadKinds.typed("synthetic-records", sent.get(0).fields());
    assertThat(samples.samples().array()).containsExactly(0, 1, 0.5, 0.25);
    assertThat(
            ((SyntheticCoordinator.CodeCenters)
                    PayloadKinds.typed("code-centers", sent.get(1).fields()))
                .codes())
        .isEqualTo(new Representation(List.of(map)));
  }

  @Test
  void levelDpIsRefusedWithTheReason() {
    assertThatThrownBy(() -> Methods.requireLevel(Methods.named("ppfc-gan"), PrivacyLevel.DP))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("cannot offer privacy level dp, only: component")
        .hasMessageContaining("no privacy loss is accounted for");
  }

  @Test
  void refusesWhatItCannotDo() {
    assertThatThrownBy(() -> Methods.of(ofImages(Map.of("generator", "magic"))))
        .hasMessageContaining("gan or vae");
    StudyPlan open =
        new StudyPlan(
            "ppfc-gan",
            ClusterCount.auto(),
            ofImages(Map.of()).input(),
            MethodOptions.none(),
            PrivacyPlan.component());
    assertThatThrownBy(() -> Methods.of(open)).hasMessageContaining("number of clusters");
  }

  @Test
  void aSiteOfTooFewRecordsStaysOut() {
    StudyPlan plan = plan(InputKind.table(), 3, Map.of("passes", "1"));
    List<SiteData> sites =
        List.of(SiteData.of("few", table(4, 1)), SiteData.of("many", table(30, 0)));
    try (Parallel parallel = Parallel.of(1)) {
      Federation federation = new Federation(plan, sites, new Seed(3));
      assertThatThrownBy(() -> federation.run(parallel, RunListener.none()))
          .hasMessageContaining("fewer than 5 records");
    }
  }
}
