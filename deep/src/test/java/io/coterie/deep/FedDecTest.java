package io.coterie.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.deep.fdec.CodeQuestion;
import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.Labels;
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

final class FedDecTest {
  private static final int SIDE = 8;
  private static final int PER_SITE = 60;

  /** The left, the upper or the lower right part of an image is bright, by record number. */
  private static Matrix images(int count, long seed) {
    SplittableRandom random = new Seed(seed).random();
    Matrix images = Matrix.zeros(count, SIDE * SIDE);
    for (int i = 0; i < count; i++) {
      for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
          boolean on = i % 3 == 0 ? x < 3 : i % 3 == 1 ? y < 3 : x > 3 && y > 3;
          images.set(i, y * SIDE + x, (on ? 180 : 20) + random.nextInt(60));
        }
      }
    }
    return images;
  }

  private static RunResult run(int threads) {
    StudyPlan plan =
        new StudyPlan(
            "f-dec",
            ClusterCount.of(3),
            InputPlan.automatic(InputKind.image(SIDE, SIDE), SIDE * SIDE),
            new MethodOptions(Map.of("rounds", "10", "passes", "5")),
            PrivacyPlan.component());
    List<SiteData> sites =
        IntStream.range(0, 3).mapToObj(k -> SiteData.of("site-" + k, images(PER_SITE, k))).toList();
    try (Parallel parallel = Parallel.of(threads)) {
      return new Federation(plan, sites, new Seed(3)).run(parallel, RunListener.none());
    }
  }

  @Test
  void tellsKindsApartOnAnyNumberOfThreadsAndNewRecordsAsTheSitesDid() {
    RunResult result = run(2);
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
    assertThat(right / (3.0 * PER_SITE)).isGreaterThan(0.9);
    assertThat(run(1).labels()).isEqualTo(result.labels());
    try (Parallel parallel = Parallel.of(1)) {
      Matrix mapped = result.model().representation().apply(images(PER_SITE, 0), parallel);
      assertThat(result.model().clusters().label(mapped, parallel))
          .isEqualTo(result.labels().get("site-0"));
    }
  }

  @Test
  void itsQuestionsComeBackFromTheirFields() {
    Matrix centers = Matrix.ofRows(new double[] {1, 2});
    CodeQuestion ask =
        (CodeQuestion)
            PayloadKinds.typed("code-question", new CodeQuestion(Vector.of(5), centers).fields());
    assertThat(ask.weights()).isEqualTo(Vector.of(5));
    assertThat(ask.centers().array()).containsExactly(1, 2);
  }

  @Test
  void levelDpIsRefusedWithTheReason() {
    assertThatThrownBy(() -> Methods.requireLevel(Methods.named("f-dec"), PrivacyLevel.DP))
        .hasMessageContaining("no privacy loss is accounted for");
  }
}
