package io.coterie.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.message.Labels;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScoreSampleTest {
  private static final Seed SEED = new Seed(3);

  @Test
  void hasAllOfFewRecords() {
    assertThat(ScoreSample.of(5, SEED)).isEqualTo(IntVector.of(0, 1, 2, 3, 4));
    assertThat(ScoreSample.of(0, SEED).size()).isZero();
    assertThat(ScoreSample.of(ScoreSample.LIMIT, SEED).size()).isEqualTo(ScoreSample.LIMIT);
  }

  @Test
  void scoresManyRecordsAlike() {
    int recordCount = ScoreSample.LIMIT + 2_000;
    SplittableRandom random = SEED.random();
    Matrix records = Matrix.zeros(recordCount, 1);
    int[] clusters = IntStream.range(0, recordCount).map(i -> i % 2).toArray();
    for (int i = 0; i < recordCount; i++) {
      records.set(i, 0, clusters[i] + random.nextDouble());
    }

    int[] chosen = ScoreSample.of(recordCount, SEED).toArray();

    assertThat(chosen).hasSize(ScoreSample.LIMIT).isSorted().doesNotHaveDuplicates();
    assertThat(chosen[chosen.length - 1]).isLessThan(recordCount).isGreaterThan(ScoreSample.LIMIT);
    InternalScores all = InternalScores.of(records, Labels.of(clusters, 2), Parallel.sequential());
    int[] own = Arrays.stream(chosen).map(i -> clusters[i]).toArray();
    InternalScores some =
        InternalScores.of(records.selectRows(chosen), Labels.of(own, 2), Parallel.sequential());
    // One silhouette has a standard deviation below 0.35, so 5,000 of them have a mean within
    // 0.005; five of those and twice as much for the changed neighbors never fail in practice.
    double exact = all.silhouette().getAsDouble();
    assertThat(some.silhouette().getAsDouble()).isCloseTo(exact, within(0.03)).isNotEqualTo(exact);
    assertThat(ScoreSample.of(recordCount, SEED).toArray()).isEqualTo(chosen);
    assertThat(ScoreSample.of(recordCount, SEED.child("other")).toArray()).isNotEqualTo(chosen);
  }
}
