package io.coterie.method.anchor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.model.internal.NearestPrototype;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LearnedMetricTest {
  private static final Parallel ONE = Parallel.sequential();
  private static final int N = 400;

  private final Matrix records = records();
  private final Vector origin = Vector.of(0.5, 0.2, -1);
  private final MomentsQuestion question =
      new MomentsQuestion(
          new NearestPrototype(
              Matrix.ofRows(new double[] {0, -2, 0}, new double[] {0, 2, 0}),
              IntVector.of(0, 1),
              2),
          origin);

  /** Two clusters apart along the second feature, both wide along the first. */
  private static Matrix records() {
    SplittableRandom random = new Seed(3).random();
    Matrix rows = Matrix.zeros(N, 3);
    for (int i = 0; i < N; i++) {
      rows.set(i, 0, 5 * random.nextGaussian());
      rows.set(i, 1, (i % 2 == 0 ? -2 : 2) + 0.3 * random.nextGaussian());
      rows.set(i, 2, random.nextGaussian());
    }
    return rows;
  }

  @Test
  void theNoiseInsideClustersShrinksAndTheirDifferenceGrows() {
    Matrix mapped = mapped(LearnedMetric.steps(moments(0, N), origin, false));

    double between = 0;
    double inside = 0;
    for (int i = 0; i + 2 < N; i += 2) {
      between += mapped.squaredDistance(i, mapped, i + 1);
      inside += mapped.squaredDistance(i, mapped, i + 2);
    }
    // As read, 4² + 2 (5² + .3² + 1) against 2 (5² + .3² + 1) is a ratio of 1.3.
    assertThat(between / inside).isGreaterThan(10);
  }

  @Test
  void sitesGiveTheMetricOfAllTheirRecords() {
    Matrix all = mapped(LearnedMetric.steps(moments(0, N), origin, true));
    Matrix shared =
        mapped(LearnedMetric.steps(moments(0, 150).plus(moments(150, N)), origin, true));

    for (int i = 1; i < N; i++) {
      // Distances, because an axis may point either way.
      assertThat(shared.squaredDistance(0, shared, i))
          .isCloseTo(all.squaredDistance(0, all, i), within(1e-9));
    }
  }

  @Test
  void recordsInOnePlacePerClusterKeepTheirDistances() {
    Matrix two = Matrix.ofRows(new double[] {0, -2, 0}, new double[] {0, 2, 0});
    ClusterMoments moments =
        new MomentsQuestion(question.model(), Vector.of(0, 0, 0)).moments(two, ONE);

    assertThat(LearnedMetric.steps(moments, Vector.of(0, 0, 0), true)).isEmpty();
  }

  private ClusterMoments moments(int from, int to) {
    return question.moments(records.selectRows(IntStream.range(from, to).toArray()), ONE);
  }

  private Matrix mapped(List<RecordMap> steps) {
    return new Representation(steps).apply(records, ONE);
  }
}
