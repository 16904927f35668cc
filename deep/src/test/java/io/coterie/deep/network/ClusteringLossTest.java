package io.coterie.deep.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClusteringLossTest {
  private static final Matrix POINTS = random(7, 3, new Seed(1));
  private static final Matrix CENTERS = random(4, 3, new Seed(2));

  @Test
  void gradientIsThatOfFiniteDifferences() {
    Matrix target = ClusteringLoss.target(POINTS, CENTERS);
    double[] gradient = new double[21];
    try (NDManager manager = Torch.newManager()) {
      NDArray points = array(manager, POINTS);
      points.setRequiresGradient(true);
      double loss =
          Torch.addGradients(
              () -> ClusteringLoss.of(points, array(manager, CENTERS), array(manager, target)));
      System.arraycopy(points.getGradient().toDoubleArray(), 0, gradient, 0, 21);

      assertThat(loss).isCloseTo(plain(POINTS, target), within(1e-12));
    }

    double step = 1e-5;
    for (int i = 0; i < 21; i++) {
      Matrix above = POINTS.copy();
      Matrix below = POINTS.copy();
      above.array()[i] += step;
      below.array()[i] -= step;
      double difference = (plain(above, target) - plain(below, target)) / (2 * step);
      assertThat(Math.abs(difference)).isGreaterThan(1e-4);
      assertThat(gradient[i]).isCloseTo(difference, within(1e-4 * Math.abs(difference)));
    }
  }

  // KL(P‖Q) written out, with the target as it is.
  private static double plain(Matrix points, Matrix target) {
    double loss = 0;
    for (int i = 0; i < points.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < CENTERS.rows(); j++) {
        sum += 1 / (1 + points.squaredDistance(i, CENTERS, j));
      }
      for (int j = 0; j < CENTERS.rows(); j++) {
        double q = 1 / (1 + points.squaredDistance(i, CENTERS, j)) / sum;
        loss += target.at(i, j) * Math.log(target.at(i, j) / q);
      }
    }
    return loss / points.rows();
  }

  @Test
  void targetSharpensAndEvensOut() {
    // Two points at -1 and one at 1, centers at -1 and 1: q is (5/6, 1/6), twice, and (1/6, 5/6).
    Matrix points = Matrix.ofRows(new double[] {-1}, new double[] {-1}, new double[] {1});
    Matrix centers = Matrix.ofRows(new double[] {-1}, new double[] {1});

    Matrix target = ClusteringLoss.target(points, centers);

    // f = (11/6, 7/6); p ∝ (25/36 / (11/6), 1/36 / (7/6)).
    assertThat(target.at(0, 0)).isCloseTo(175.0 / 186, within(1e-12));
    assertThat(target.at(2, 1)).isCloseTo(275.0 / 282, within(1e-12));
    assertThat(target.at(1, 0) + target.at(1, 1)).isCloseTo(1, within(1e-12));
  }

  private static NDArray array(NDManager manager, Matrix matrix) {
    return manager.create(matrix.array(), new Shape(matrix.rows(), matrix.columns()));
  }

  private static Matrix random(int rows, int columns, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix matrix = Matrix.zeros(rows, columns);
    for (int i = 0; i < rows * columns; i++) {
      matrix.array()[i] = random.nextDouble(-2, 2);
    }
    return matrix;
  }
}
