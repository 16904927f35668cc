package io.coterie.graph.internal.knn;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BallTreeTest {
  private static Matrix random(int rows, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix points = Matrix.zeros(rows, 4);
    Arrays.setAll(points.array(), i -> random.nextGaussian());
    return points;
  }

  @Test
  void noPointOfARunIsNearerThanItsBoundAndSomeAreNotMuchFarther() {
    Matrix points = random(2000, new Seed(1));
    Matrix queries = random(50, new Seed(2));
    BallTree tree = BallTree.of(points);
    double[] bounds = new double[tree.leaves()];
    assertThat(Arrays.stream(tree.order()).sorted().toArray())
        .isEqualTo(IntStream.range(0, 2000).toArray());
    double tightest = 0;
    for (int q = 0; q < queries.rows(); q++) {
      tree.bounds(queries, q, bounds);
      for (int leaf = 0; leaf < bounds.length; leaf++) {
        double nearest = Double.POSITIVE_INFINITY;
        int end = Math.min(2000, (leaf + 1) * BallTree.LEAF);
        for (int at = leaf * BallTree.LEAF; at < end; at++) {
          nearest = Math.min(nearest, queries.squaredDistance(q, points, tree.order()[at]));
        }
        assertThat(bounds[leaf]).isLessThanOrEqualTo(Math.sqrt(nearest));
        tightest = Math.max(tightest, bounds[leaf] / Math.sqrt(nearest));
      }
    }
    assertThat(tightest).isGreaterThan(0.3);
  }
}
