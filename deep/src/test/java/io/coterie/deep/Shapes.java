package io.coterie.deep;

import io.coterie.federation.Federation;
import io.coterie.federation.RunListener;
import io.coterie.federation.RunResult;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.InputKind;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.plan.SumMode;
import io.coterie.site.SiteData;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Small images of three shapes at three sites, and studies of them. */
public final class Shapes {
  public static final int SIDE = 12;
  public static final int PER_SITE = 90;

  private Shapes() {}

  /** A bar across, a bar down or a square, somewhere, by record number. */
  public static Matrix images(int count, long seed) {
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

  /** Images of which 19 in 20 have one shape. */
  public static Matrix mostly(int shape, int count) {
    int[] rows =
        IntStream.range(0, count)
            .map(i -> 3 * i + (i % 20 == 0 ? (shape + 1) % 3 : shape))
            .toArray();
    return images(3 * count, shape).selectRows(rows);
  }

  public static StudyPlan plan(Map<String, String> options, SumMode sums) {
    return new StudyPlan(
        "spp-fgc-plus",
        ClusterCount.of(3),
        InputPlan.automatic(InputKind.image(SIDE, SIDE), SIDE * SIDE),
        new MethodOptions(options),
        PrivacyPlan.component().with(sums));
  }

  public static RunResult run(StudyPlan plan, int threads) {
    return run(plan, threads, RunListener.none());
  }

  public static RunResult run(StudyPlan plan, int threads, RunListener listener) {
    List<SiteData> sites =
        IntStream.range(0, 3).mapToObj(k -> SiteData.of("site-" + k, images(PER_SITE, k))).toList();
    try (Parallel parallel = Parallel.of(threads)) {
      return new Federation(plan, sites, new Seed(3)).run(parallel, listener);
    }
  }

  /**
   * Returns the part of the records whose shape is the most frequent of their cluster at a site.
   */
  public static double purity(RunResult result) {
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
    return right / (3.0 * PER_SITE);
  }
}
