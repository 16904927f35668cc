package io.coterie.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class InternalScoresTest {

  static List<ScoredCase> cases() {
    return ScoredCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void agreeWithScikitLearn(ScoredCase scored) {
    InternalScores scores = scores(scored.records(), scored.found());

    assertClose(scores.silhouette(), scored.scores().get(4));
    assertClose(scores.daviesBouldin(), scored.scores().get(5));
    assertClose(scores.calinskiHarabasz(), scored.scores().get(6));
  }

  @Test
  void areTheSameBitsForAnyNumberOfThreads() {
    ScoredCase blobs = ScoredCase.named("blobs");
    InternalScores alone = scores(blobs.records(), blobs.found());
    try (Parallel threads = Parallel.of(3)) {
      assertThat(InternalScores.of(blobs.records(), blobs.found(), threads)).isEqualTo(alone);
    }
  }

  @Test
  void doNotDependOnWhereTheOriginIs() {
    ScoredCase blobs = ScoredCase.named("blobs");
    Matrix moved = blobs.records().copy();
    for (int i = 0; i < moved.array().length; i++) {
      moved.array()[i] += 1e6;
    }

    InternalScores scores = scores(moved, blobs.found());

    assertThat(scores.silhouette().getAsDouble())
        .isCloseTo(blobs.scores().get(4).getAsDouble(), within(1e-7));
  }

  @Test
  void countOnlyClustersWithRecords() {
    Matrix records = Matrix.ofRows(new double[][] {{0, 0}, {0, 1}, {5, 5}, {5, 6}});

    assertThat(scores(records, Labels.of(new int[] {1, 1, 4, 4}, 6)))
        .isEqualTo(scores(records, Labels.of(new int[] {0, 0, 1, 1}, 2)));
  }

  @Test
  void areAbsentWhereAFormulaDividesByZero() {
    Matrix points = Matrix.ofRows(new double[][] {{0}, {0}, {3}, {3}});
    InternalScores onCenters = scores(points, Labels.of(new int[] {0, 0, 1, 1}, 2));
    InternalScores sameCenters = scores(points, Labels.of(new int[] {0, 1, 0, 1}, 2));

    assertThat(onCenters.calinskiHarabasz()).isEmpty();
    assertThat(onCenters.daviesBouldin()).hasValue(0);
    assertThat(onCenters.silhouette()).hasValue(1);
    assertThat(sameCenters.daviesBouldin()).isEmpty();
    assertThat(sameCenters.calinskiHarabasz()).hasValue(0);
  }

  @Test
  void areAbsentWithoutRecords() {
    InternalScores scores = scores(Matrix.zeros(0, 2), Labels.of(new int[0], 3));

    assertThat(scores.silhouette()).isEmpty();
    assertThat(scores.daviesBouldin()).isEmpty();
    assertThat(scores.calinskiHarabasz()).isEmpty();
  }

  @Test
  void rejectLabelsOfOtherRecords() {
    assertThatThrownBy(() -> scores(Matrix.zeros(3, 1), Labels.of(new int[] {0}, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 records but 1 labels");
  }

  private static InternalScores scores(Matrix records, Labels found) {
    return InternalScores.of(records, found, Parallel.sequential());
  }

  private static void assertClose(OptionalDouble actual, OptionalDouble expected) {
    assertThat(actual.isPresent()).isEqualTo(expected.isPresent());
    if (expected.isPresent()) {
      // Both sides round: scikit-learn takes its distances from products too.
      assertThat(actual.getAsDouble())
          .isCloseTo(expected.getAsDouble(), within(1e-7 * Math.max(1, expected.getAsDouble())));
    }
  }
}
