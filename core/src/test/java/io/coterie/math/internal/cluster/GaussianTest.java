package io.coterie.math.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Blas;
import io.coterie.math.Iris;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.eigen.EigenPairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GaussianTest {
  private final Parallel one = Parallel.sequential();

  @Test
  void divergenceInOneDimensionIsTheTextbookFormula() {
    Gaussian p = Gaussian.of(new double[] {1}, Matrix.over(1, 1, new double[] {4}));
    Gaussian q = Gaussian.of(new double[] {3}, Matrix.over(1, 1, new double[] {9}));
    // ln(σ₂/σ₁) + (σ₁² + (μ₁ − μ₂)²) / (2 σ₂²) − ½
    assertThat(divergence(p, q)).isCloseTo(Math.log(1.5) + 8 / 18.0 - 0.5, within(1e-14));
    assertThat(divergence(q, p)).isCloseTo(Math.log(2 / 3.0) + 13 / 8.0 - 0.5, within(1e-14));
    DiagonalGaussian diagonal = new DiagonalGaussian(new double[] {1}, new double[] {4});
    DiagonalGaussian other = new DiagonalGaussian(new double[] {3}, new double[] {9});
    assertThat(diagonal.symmetricDivergence(other))
        .isCloseTo((8 / 18.0 + 13 / 8.0 - 1) / 2, within(1e-14));
  }

  @Test
  void independentColumnsAddUpAndRotationChangesNothing() {
    double[] m1 = {1, -2};
    double[] m2 = {0.5, 3};
    double[] v1 = {0.3, 5};
    double[] v2 = {2, 0.7};
    double sum = 0;
    for (int j = 0; j < 2; j++) {
      sum += Math.log(v2[j] / v1[j]) + (v1[j] + Math.pow(m1[j] - m2[j], 2)) / v2[j] - 1;
    }
    for (double angle : new double[] {0, 0.4, 2}) {
      assertThat(divergence(rotated(m1, v1, angle), rotated(m2, v2, angle)))
          .isCloseTo(sum / 2, within(1e-11));
    }
  }

  @Test
  void divergencesOfTheIrisSpeciesAgreeWithNumpy() {
    Iris iris = Iris.load();
    Moments all = Moments.of(iris.rows(), new double[4], one);
    double scale = IntStream.range(0, 4).mapToDouble(j -> all.covariance().at(j, j)).sum() / 4;
    List<Gaussian> species = new ArrayList<>();
    for (int c = 0; c < 3; c++) {
      int wanted = c;
      int[] chosen = IntStream.range(0, 150).filter(i -> iris.species()[i] == wanted).toArray();
      species.add(Gaussian.shrunk(iris.rows().selectRows(chosen), scale));
    }
    double[] expected = Iris.divergences();
    Matrix divergences = Gaussian.divergences(species, one);
    for (int p = 0; p < 3; p++) {
      for (int q = 0; q < 3; q++) {
        assertThat(divergences.at(p, q)).isCloseTo(expected[p * 3 + q], within(1e-8));
      }
    }
  }

  @Test
  void divergenceIsZeroForEqualsAndPositiveOtherwise() {
    for (int d : new int[] {1, 3, 25}) {
      for (int i = 0; i < 20; i++) {
        Gaussian p = randomGaussian(d, new Seed(i).child("p"));
        Gaussian q = randomGaussian(d, new Seed(i).child("q"));
        assertThat(divergence(p, p)).isCloseTo(0, within(1e-10));
        assertThat(divergence(p, q)).isGreaterThan(1e-3);
      }
    }
  }

  @Test
  void divergencesAreTheSameForAnyNumberOfThreads() {
    List<Gaussian> gaussians =
        IntStream.range(0, 9).mapToObj(i -> randomGaussian(7, new Seed(i))).toList();
    try (Parallel three = Parallel.of(3)) {
      assertThat(Gaussian.divergences(gaussians, three).array())
          .isEqualTo(Gaussian.divergences(gaussians, one).array());
    }
  }

  @Test
  void oneRowStillGivesADistribution() {
    Gaussian gaussian = Gaussian.shrunk(Matrix.ofRows(new double[] {3, 4}), 2);
    assertThat(gaussian.mean()).containsExactly(3, 4);
    assertThat(gaussian.covariance().array())
        .containsExactly(new double[] {2e-3 + 1e-10, 0, 0, 2e-3 + 1e-10}, within(1e-16));
  }

  @Test
  void logDensitiesAreThoseOfTheFormula() {
    Gaussian first = randomGaussian(3, new Seed(1));
    Gaussian second = randomGaussian(3, new Seed(2));
    Gaussian shared = second.withMean(new double[] {1, 0, -1});
    List<Gaussian> gaussians = List.of(first, second, shared);
    Matrix rows = Matrix.zeros(1200, 3);
    SplittableRandom random = new Seed(4).random();
    Arrays.setAll(rows.array(), i -> 2 * random.nextGaussian());

    Matrix logs = Gaussian.logDensities(gaussians, rows, one);

    for (int c = 0; c < 3; c++) {
      // Independent of the factor: eigenpairs give the inverse and the determinant.
      EigenPairs pairs = Blas.symmetricEigen(gaussians.get(c).covariance());
      for (int i = 0; i < rows.rows(); i += 7) {
        double value = -1.5 * Math.log(2 * Math.PI);
        for (int k = 0; k < 3; k++) {
          double along = 0;
          for (int j = 0; j < 3; j++) {
            along += pairs.vectors().at(j, k) * (rows.at(i, j) - gaussians.get(c).mean()[j]);
          }
          value -= along * along / pairs.values()[k] / 2 + Math.log(pairs.values()[k]) / 2;
        }
        assertThat(logs.at(i, c)).isCloseTo(value, within(1e-9 * (1 + Math.abs(value))));
      }
    }
    try (Parallel three = Parallel.of(3)) {
      assertThat(Gaussian.logDensities(gaussians, rows, three).array()).isEqualTo(logs.array());
    }
  }

  @Test
  void rejectsSizesAndVariancesThatMakeNoSense() {
    assertThatThrownBy(() -> Gaussian.of(new double[2], Matrix.zeros(3, 3)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Gaussian.shrunk(Matrix.zeros(0, 2), 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DiagonalGaussian(new double[] {0}, new double[] {0}))
        .hasMessageContaining("A variance is 0.0");
  }

  private double divergence(Gaussian from, Gaussian to) {
    return Gaussian.divergences(List.of(from, to), one).at(0, 1);
  }

  private static Gaussian randomGaussian(int d, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix rows = Matrix.zeros(3 * d + 5, d);
    Arrays.setAll(rows.array(), i -> random.nextGaussian() * (1 + i % d));
    return Gaussian.shrunk(rows, 1);
  }

  private static Gaussian rotated(double[] mean, double[] variances, double angle) {
    double c = Math.cos(angle);
    double s = Math.sin(angle);
    Matrix covariance =
        Matrix.ofRows(
            new double[] {
              c * c * variances[0] + s * s * variances[1], c * s * (variances[0] - variances[1])
            },
            new double[] {
              c * s * (variances[0] - variances[1]), s * s * variances[0] + c * c * variances[1]
            });
    return Gaussian.of(
        new double[] {c * mean[0] - s * mean[1], s * mean[0] + c * mean[1]}, covariance);
  }
}
