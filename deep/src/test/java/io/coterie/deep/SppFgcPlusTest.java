package io.coterie.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.method.PayloadKinds;
import io.coterie.protocol.ClusterCount;
import io.coterie.protocol.InputKind;
import io.coterie.protocol.InputPlan;
import io.coterie.protocol.Labels;
import io.coterie.protocol.MethodOptions;
import io.coterie.protocol.PrivacyPlan;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.SumMode;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SppFgcPlusTest {
  private static final int SIDE = 12;
  private static final int PER_SITE = 90;

  /** A bar across, a bar down or a square, somewhere, by record number. */
  private static Matrix images(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Matrix images = Matrix.zeros(count, SIDE * SIDE);
    for (int i = 0; i < count; i++) {
      int height = i % 3 == 0 ? 2 : i % 3 == 1 ? 9 : 5;
      int width = i % 3 == 0 ? 9 : i % 3 == 1 ? 2 : 5;
      int top = random.nextInt(SIDE - height);
      int left = random.nextInt(SIDE - width);
      for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
          boolean on = y >= top && y < top + height && x >= left && x < left + width;
          images.set(i, y * SIDE + x, (on ? 200 : 0) + random.nextInt(30));
        }
      }
    }
    return images;
  }

  private static StudyPlan plan(Map<String, String> options, SumMode sums) {
    return new StudyPlan(
        "spp-fgc-plus",
        ClusterCount.of(3),
        InputPlan.automatic(InputKind.image(SIDE, SIDE), SIDE * SIDE),
        new MethodOptions(options),
        PrivacyPlan.component().with(sums));
  }

  private static RunResult run(StudyPlan plan, int threads) {
    List<SiteData> sites =
        IntStream.range(0, 3).mapToObj(k -> SiteData.of("site-" + k, images(PER_SITE, k))).toList();
    try (Parallel parallel = Parallel.of(threads)) {
      return new Federation(plan, sites, new Seed(3)).run(parallel, RunListener.none());
    }
  }

  private static final Map<String, String> SHORT =
      Map.of("rounds", "3", "width", "8", "teaching-rounds", "2");

  @Test
  void tellsShapesApartWhereverTheyAre() {
    RunResult result = run(plan(SHORT, SumMode.PLAIN), 2);
    int right = 0;
    for (Labels labels : result.labels().values()) {
      int[][] counts = new int[3][3];
      for (int i = 0; i < PER_SITE; i++) {
        counts[labels.of(i)][i % 3]++;
      }
      for (int[] cluster : counts) {
        right += Math.max(cluster[0], Math.max(cluster[1], cluster[2]));
      }
    }
    assertThat(right / (3.0 * PER_SITE)).isGreaterThan(0.95);
    assertThat(result.findings()).containsKey("loss of round 3").containsKey("training");
  }

  @Test
  void givesTheSameAnswerOnAnyNumberOfThreadsAndUnderMasks() {
    Map<String, Labels> one = run(plan(SHORT, SumMode.PLAIN), 1).labels();
    assertThat(run(plan(SHORT, SumMode.PLAIN), 2).labels()).isEqualTo(one);
    assertThat(run(plan(SHORT, SumMode.MASKED), 2).labels().keySet()).isEqualTo(one.keySet());
  }

  @Test
  void theModelLabelsRecordsAsTheSitesDid() {
    RunResult result = run(plan(SHORT, SumMode.PLAIN), 2);
    try (Parallel parallel = Parallel.of(2)) {
      Matrix records = images(PER_SITE, 0);
      Matrix mapped = result.model().representation().apply(records, parallel);
      assertThat(result.model().clusters().label(mapped, parallel))
          .isEqualTo(result.labels().get("site-0"));
    }
  }

  @Test
  void itsPayloadsComeBackFromTheirFields() {
    assertThat(PayloadKinds.kinds().stream().map(kind -> kind.name()))
        .contains("teach", "adopt", "train", "encoded", "share-question", "encoder", "weight-sums");
  }

  @Test
  void withoutAnEncoderItIsTheAnchorGraph() {
    StudyPlan plain =
        new StudyPlan(
            "anchor-graph",
            ClusterCount.of(3),
            plan(Map.of(), SumMode.PLAIN).input(),
            MethodOptions.none(),
            PrivacyPlan.component());
    assertThat(run(plan(Map.of("encoder", "identity"), SumMode.PLAIN), 2).labels())
        .isEqualTo(run(plain, 2).labels());
  }

  @Test
  void refusesWhatItCannotDo() {
    assertThatThrownBy(() -> Methods.of(plan(Map.of("encoder", "magic"), SumMode.PLAIN)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("contrastive");
  }
}
