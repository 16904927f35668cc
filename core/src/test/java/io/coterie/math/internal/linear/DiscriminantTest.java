package io.coterie.math.internal.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import org.junit.jupiter.api.Test;

class DiscriminantTest {
  // Inside clusters records vary nine times as much along the first feature as along the second.
  private final Matrix within = Matrix.ofRows(new double[] {9, 0}, new double[] {0, 1});

  @Test
  void theFirstAxisIsWhereClustersDifferInUnitsOfTheirSpread() {
    // The means differ as much along both features, so the quieter one tells clusters apart better.
    Matrix between = Matrix.ofRows(new double[] {4, 4}, new double[] {4, 4});

    Matrix axes = Discriminant.axes(within, between, 1, 0).orElseThrow();

    assertThat(axes.columns()).isEqualTo(1);
    // W⁻¹ m with the shrunk W = .9 diag(9, 1) + .1 · 5 = diag(8.6, 1.4) and m = (1, 1).
    assertThat(axes.at(1, 0) / axes.at(0, 0)).isCloseTo(8.6 / 1.4, within(1e-9));
  }

  @Test
  void theOtherAxesStayAtTheirScale() {
    Matrix between = Matrix.ofRows(new double[] {0, 0}, new double[] {0, 1});

    Matrix axes = Discriminant.axes(within, between, 1, 0.4).orElseThrow();

    // In units of the mean variance 5: 1.4 / 5 along the second feature, 8.6 / 5 along the first.
    assertThat(Math.abs(axes.at(1, 0))).isCloseTo(1 / Math.sqrt(1.4 / 5), within(1e-12));
    assertThat(Math.abs(axes.at(0, 1))).isCloseTo(0.4 / Math.sqrt(8.6 / 5), within(1e-12));
    assertThat(axes.at(0, 0)).isCloseTo(0, within(1e-12));
  }

  @Test
  void thereAreNoMoreAxesThanFeatures() {
    assertThat(Discriminant.axes(within, within, 7, 0).orElseThrow().columns()).isEqualTo(2);
  }

  @Test
  void recordsThatDoNotVaryInsideClustersSayNothing() {
    assertThat(Discriminant.axes(Matrix.zeros(2, 2), within, 1, 0)).isEmpty();
  }
}
