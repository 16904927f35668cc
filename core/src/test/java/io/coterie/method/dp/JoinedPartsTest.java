package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.privacy.PrivacyLoss;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JoinedPartsTest {
  private static final DpStep STEP =
      new DpStep(DpSchedule.BOUNDARIES, Map.of(DpSchedule.PAIRS, new PrivacyLoss(0.01, 0)));

  /** Of the pairs (1,0), (2,0), (2,1), (3,0), (3,1), (3,2). */
  @Test
  void partsWithTheMostRecordsBetweenThemForTheSmallerOneAreJoined() {
    LongVector between = LongVector.of(50, 3, 0, 2, 1, 30);
    double[] weights = {0.5, 0.3, 0.1, 0.1};
    assertThat(JoinedParts.joined(between, weights, 3)).containsExactly(0, 1, 2, 2);
    assertThat(JoinedParts.joined(between, weights, 2)).containsExactly(0, 0, 1, 1);
    assertThat(JoinedParts.joined(between, weights, 4)).containsExactly(0, 1, 2, 3);
  }

  @Test
  void countsBelowNoneAreNoise() {
    LongVector between = LongVector.of(-9, -5, -7);
    assertThat(JoinedParts.joined(between, new double[] {0.4, 0.3, 0.3}, 2))
        .containsExactly(0, 1, 0);
  }

  @Test
  void aRecordCountsInTheMiddleOfTheLineOnly() {
    Matrix centers = Matrix.over(3, 1, new double[] {0, 1, 9});
    // At 0.1 and 0.9 a record is with a center; at 0.21, 0.5 and 0.79 between the first two.
    Matrix points = Matrix.over(6, 1, new double[] {0.1, 0.21, 0.5, 0.79, 0.9, 5});
    try (Parallel parallel = Parallel.of(1)) {
      LongVector counts =
          new DpQuestion.Boundaries(List.of(), centers)
              .measure(points, STEP, parallel)
              .get(0)
              .exact();
      assertThat(counts.toArray()).containsExactly(3 << 10, 0, 1 << 10);
    }
  }
}
