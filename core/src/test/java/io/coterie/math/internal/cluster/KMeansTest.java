package io.coterie.math.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KMeansTest {
  private final Parallel one = Parallel.sequential();

  @Test
  void findsThreeWellSeparatedGroups() {
    Matrix points = groups(3, 200, 4, 50);

    KMeans.Result result = new KMeans(KMeans.Options.of(3)).fit(points, new Seed(1), one);

    for (int group = 0; group < 3; group++) {
      int first = result.labels()[group];
      for (int i = group; i < 600; i += 3) {
        assertThat(result.labels()[i]).isEqualTo(first);
      }
    }
    assertThat(result.inertia()).isCloseTo(inertia(points, ones(600), result), within(1e-8));
  }

  @Test
  void solvesTheLineExactly() {
    Matrix points = Matrix.over(5, 1, new double[] {0, 1, 10, 11, 30});

    KMeans.Result result = new KMeans(KMeans.Options.of(3)).fit(points, new Seed(7), one);

    double[] centers = result.centers().array().clone();
    Arrays.sort(centers);
    assertThat(centers).containsExactly(0.5, 10.5, 30);
    assertThat(result.inertia()).isEqualTo(1.0);
  }

  @Test
  void weightsActLikeRepeatedPoints() {
    Matrix points = Matrix.over(4, 1, new double[] {0, 4, 100, 103});
    double[] weights = {3, 1, 1, 2};

    KMeans.Result result = new KMeans(KMeans.Options.of(2)).fit(points, weights, new Seed(3), one);

    double[] centers = result.centers().array().clone();
    Arrays.sort(centers);
    assertThat(centers[0]).isCloseTo(1, within(1e-12));
    assertThat(centers[1]).isCloseTo(102, within(1e-12));
    assertThat(result.inertia()).isCloseTo(3 + 9 + 4 + 2, within(1e-9));
  }

  @Test
  void endsWhereNoPointAndNoCenterWantsToMove() {
    Matrix points = groups(5, 700, 3, 2);
    double[] weights = new double[points.rows()];
    SplittableRandom random = new Seed(5).random();
    Arrays.setAll(weights, i -> random.nextDouble());

    KMeans.Options options = new KMeans.Options(8, 2, 300, 0);
    KMeans.Result result = new KMeans(options).fit(points, weights, new Seed(9), one);

    assertThat(result.iterations()).isLessThan(300);
    assertThat(result.labels()).isEqualTo(bruteForceNearest(points, result.centers()));
    for (int c = 0; c < 8; c++) {
      double mass = 0;
      double[] mean = new double[3];
      for (int i = 0; i < points.rows(); i++) {
        if (result.labels()[i] == c) {
          mass += weights[i];
          for (int j = 0; j < 3; j++) {
            mean[j] += weights[i] * points.at(i, j);
          }
        }
      }
      for (int j = 0; j < 3; j++) {
        assertThat(result.centers().at(c, j)).isCloseTo(mean[j] / mass, within(1e-9));
      }
    }
  }

  @Test
  void givesTheSameBitsForAnyNumberOfThreads() {
    Matrix points = groups(7, 900, 5, 3);
    KMeans means = new KMeans(KMeans.Options.of(7).withRestarts(5));
    KMeans.Result expected = means.fit(points, new Seed(11), one);
    for (int threads : new int[] {2, 5}) {
      try (Parallel many = Parallel.of(threads)) {
        KMeans.Result result = means.fit(points, new Seed(11), many);
        assertThat(result.centers().array()).isEqualTo(expected.centers().array());
        assertThat(result.labels()).isEqualTo(expected.labels());
        assertThat(result.inertia()).isEqualTo(expected.inertia());
      }
    }
  }

  @Test
  void moreRestartsNeverCostMore() {
    Matrix points = groups(12, 50, 2, 4);
    double last = Double.POSITIVE_INFINITY;
    for (int restarts : new int[] {1, 3, 9}) {
      KMeans means = new KMeans(KMeans.Options.of(12).withRestarts(restarts));
      double inertia = means.fit(points, new Seed(2), one).inertia();
      assertThat(inertia).isLessThanOrEqualTo(last);
      last = inertia;
    }
  }

  @Test
  void standsThousandsOfDuplicatesOfFewerPointsThanClusters() {
    Matrix points = Matrix.zeros(6000, 3);
    for (int i = 0; i < 6000; i++) {
      points.set(i, i % 3, 0.1 * (i % 4));
    }

    KMeans.Result result = new KMeans(KMeans.Options.of(40)).fit(points, new Seed(4), one);

    assertThat(result.inertia()).isLessThan(1e-20);
    assertThat(result.iterations()).isLessThan(5);
    assertThat(Arrays.stream(result.labels()).distinct().count()).isEqualTo(10);
    assertThat(Arrays.stream(result.centers().array())).allMatch(Double::isFinite);
  }

  @Test
  void onePointMayHaveManyClusters() {
    KMeans.Result result =
        new KMeans(KMeans.Options.of(3))
            .fit(Matrix.over(1, 2, new double[] {5, 6}), new Seed(0), one);

    assertThat(result.labels()).containsExactly(0);
    assertThat(result.inertia()).isZero();
  }

  @Test
  void pointsWithoutWeightGetALabelButMoveNoCenter() {
    Matrix points = Matrix.over(4, 1, new double[] {0, 4, 4, 10});
    double[] weights = {1, 0, 0, 1};

    KMeans.Result result = new KMeans(KMeans.Options.of(2)).fit(points, weights, new Seed(8), one);

    assertThat(result.inertia()).isZero();
    assertThat(result.labels()[0]).isNotEqualTo(result.labels()[3]);
    assertThat(result.labels()[1]).isEqualTo(result.labels()[0]);
  }

  @Test
  void anEmptyClusterTakesThePointThatCostsMost() {
    // By distance 9 would move, by weighted distance 6 does: 10 · 16 against 1 · 49.
    Matrix points = Matrix.over(4, 1, new double[] {2, 2, 6, 9});
    double[] weights = {50, 50, 10, 1};
    KMeansRun.Input input = KMeansRun.Input.of(points, weights, one);
    KMeans.Options oneStep = new KMeans.Options(3, 1, 1, 0);
    Matrix start = Matrix.over(3, 1, new double[] {2, 1000, 2000});

    KMeans.Result result = new KMeansRun(input, oneStep, one).runFrom(start);

    assertThat(result.centers().array()).containsExactly(2, 6, 9);
    assertThat(result.labels()).containsExactly(0, 0, 1, 2);
    assertThat(result.inertia()).isZero();
  }

  @Test
  void aPointAloneInItsClusterIsNotTakenFromIt() {
    Matrix points = Matrix.over(2, 1, new double[] {0, 10});
    KMeansRun.Input input = KMeansRun.Input.of(points, new double[] {1, 1}, one);
    Matrix start = Matrix.over(3, 1, new double[] {0, 14, 1000});

    KMeans.Result result = new KMeansRun(input, new KMeans.Options(3, 1, 5, 0), one).runFrom(start);

    assertThat(result.centers().array()).containsExactly(0, 10, 1000);
  }

  @Test
  void seedsOnlyOnPointsWithWeight() {
    Matrix points = Matrix.over(6, 1, new double[] {0, 1, 1000, 1001, 1002, 1003});
    KMeansRun.Input input = KMeansRun.Input.of(points, new double[] {1, 1, 0, 0, 0, 0}, one);
    for (int i = 0; i < 20; i++) {
      Matrix centers = new KMeansSeeding(input, 2, one).centers(new Seed(i).random());
      assertThat(centers.array()).containsExactlyInAnyOrder(0, 1);
    }
  }

  @Test
  void nearestAgreesWithBruteForceFarFromTheOrigin() {
    Matrix points = groups(4, 301, 7, 3);
    for (int i = 0; i < points.array().length; i++) {
      points.array()[i] += 1e8;
    }
    Matrix centers = points.selectRows(new int[] {5, 17, 400, 999, 17});

    int[] labels = KMeans.nearest(points, centers, one);

    assertThat(labels).isEqualTo(bruteForceNearest(points, centers)).doesNotContain(4);
  }

  @Test
  void rejectsWhatItCannotCluster() {
    KMeans means = new KMeans(KMeans.Options.of(2));
    Matrix points = Matrix.over(2, 1, new double[] {1, Double.NaN});
    assertThatThrownBy(() -> means.fit(points, new Seed(0), one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not finite");
    assertThatThrownBy(() -> means.fit(Matrix.zeros(2, 1), new double[] {0, 0}, new Seed(0), one))
        .hasMessageContaining("sum to 0.0");
    assertThatThrownBy(() -> means.fit(Matrix.zeros(2, 1), new double[] {1, -1}, new Seed(0), one))
        .hasMessageContaining("-1.0");
    assertThatThrownBy(() -> KMeans.Options.of(0)).hasMessageContaining("clusterCount is 0");
    assertThatThrownBy(() -> new KMeans.Options(2, 1, 1, Double.NaN))
        .hasMessageContaining("tolerance is NaN");
    assertThatThrownBy(() -> KMeans.nearest(points, Matrix.zeros(0, 1), one))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * Rows dealt in turn to groups of unit spread whose centers are about the given distance apart.
   */
  private static Matrix groups(int count, int size, int columns, double distance) {
    SplittableRandom random = new Seed(count).child(size).random();
    Matrix centers = Matrix.zeros(count, columns);
    for (int i = 0; i < centers.array().length; i++) {
      centers.array()[i] = distance * random.nextGaussian();
    }
    Matrix points = Matrix.zeros(count * size, columns);
    for (int i = 0; i < points.rows(); i++) {
      for (int j = 0; j < columns; j++) {
        points.set(i, j, centers.at(i % count, j) + random.nextGaussian());
      }
    }
    return points;
  }

  private static int[] bruteForceNearest(Matrix points, Matrix centers) {
    int[] labels = new int[points.rows()];
    for (int i = 0; i < labels.length; i++) {
      for (int c = 1; c < centers.rows(); c++) {
        if (points.squaredDistance(i, centers, c) < points.squaredDistance(i, centers, labels[i])) {
          labels[i] = c;
        }
      }
    }
    return labels;
  }

  private static double inertia(Matrix points, double[] weights, KMeans.Result result) {
    double sum = 0;
    for (int i = 0; i < points.rows(); i++) {
      sum += weights[i] * points.squaredDistance(i, result.centers(), result.labels()[i]);
    }
    return sum;
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }
}
