package io.coterie.fusion.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import org.junit.jupiter.api.Test;

class FarthestFirstTest {
  private static final Matrix POINTS = Matrix.over(6, 1, new double[] {0, 10, 4, 11, 30, 21});

  @Test
  void theGivenPointsComeFirstAndThenTheFarthestFromAllChosen() {
    // After 0 and 10: 30 is 20 away; then 21 is 9 away and 4 is 4 away.
    assertThat(FarthestFirst.choose(POINTS, 2, 5)).containsExactly(0, 1, 4, 5, 2);
  }

  @Test
  void ofTooManyGivenPointsOnlyTheFirstIsTaken() {
    assertThat(FarthestFirst.choose(POINTS, 4, 3)).containsExactly(0, 4, 3);
  }

  @Test
  void noPointIsChosenTwiceEvenIfAllAreEqual() {
    assertThat(FarthestFirst.choose(Matrix.zeros(4, 2), 1, 4))
        .containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  @Test
  void moreThanThereAreIsRefused() {
    assertThatThrownBy(() -> FarthestFirst.choose(POINTS, 1, 7))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
