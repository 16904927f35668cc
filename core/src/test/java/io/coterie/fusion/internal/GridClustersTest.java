package io.coterie.fusion.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.model.internal.NearestPrototype;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GridClustersTest {
  /** Two bands of cells along the rows 2 and 9 of a grid of 12 x 12, in noise. */
  private static long[] bands(int perCell, double noise) {
    SplittableRandom random = new Seed(5).random();
    long[] counts = new long[144];
    for (int cell = 0; cell < counts.length; cell++) {
      int row = cell / 12;
      counts[cell] =
          Math.round((row == 2 || row == 9 ? perCell : 0) + noise * random.nextGaussian());
    }
    return counts;
  }

  private static int[] ends(NearestPrototype model) {
    try (Parallel parallel = Parallel.of(1)) {
      Matrix points =
          Matrix.ofRows(
              new double[] {-0.6, -0.9},
              new double[] {-0.6, 0.9},
              new double[] {0.6, -0.9},
              new double[] {0.6, 0.9});
      return model.label(points, parallel).toArray();
    }
  }

  private static NearestPrototype fit(long[] counts, double noise) {
    try (Parallel parallel = Parallel.of(1)) {
      return new GridClusters(12, 2, noise).fit(counts, 2, new Seed(1), parallel);
    }
  }

  @Test
  void findsBandsThatCenterlessMethodsMiss() {
    int[] labels = ends(fit(bands(20, 2), 2));
    assertThat(labels[0]).isEqualTo(labels[1]).isNotEqualTo(labels[2]);
    assertThat(labels[2]).isEqualTo(labels[3]);
  }

  @Test
  void withNothingButNoiseThereIsStillAnAnswer() {
    NearestPrototype model = fit(bands(0, 2), 2);
    assertThat(model.clusterCount()).isEqualTo(2);
    assertThat(ends(model)).hasSize(4);
  }

  @Test
  void oneFeatureIsARowOfCells() {
    long[] counts = {9, 30, 12, 0, 0, 1, 25, 28, 0, 0};
    try (Parallel parallel = Parallel.of(1)) {
      NearestPrototype model = new GridClusters(10, 1, 1).fit(counts, 2, new Seed(1), parallel);
      int[] labels =
          model.label(Matrix.over(3, 1, new double[] {-0.7, 0.4, -0.9}), parallel).toArray();
      assertThat(labels[0]).isEqualTo(labels[2]).isNotEqualTo(labels[1]);
    }
  }
}
