package io.coterie.math.internal.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LassoTest {
  @Test
  void orthonormalColumnsAreThresholded() {
    Matrix identity =
        Matrix.ofRows(new double[] {1, 0, 0}, new double[] {0, 1, 0}, new double[] {0, 0, 1});

    Lasso.Result found = Lasso.fit(identity, new double[] {0.9, -0.5, 0.1}, 0.2);

    assertThat(found.converged()).isTrue();
    assertThat(found.coefficients()[0]).isCloseTo(0.7, within(1e-12));
    assertThat(found.coefficients()[1]).isCloseTo(-0.3, within(1e-12));
    assertThat(found.coefficients()[2]).isZero();
  }

  @Test
  void twoCorrelatedColumnsFollowTheClosedForm() {
    // G = (1 ρ; ρ 1), b = (b1, b2), both active and positive: c = G⁻¹ (b − λ 1).
    double rho = 0.6;
    Matrix gram = Matrix.ofRows(new double[] {1, rho}, new double[] {rho, 1});

    double[] found = Lasso.fit(gram, new double[] {1, 0.9}, 0.1).coefficients();

    double determinant = 1 - rho * rho;
    assertThat(found[0]).isCloseTo((0.9 - rho * 0.8) / determinant, within(1e-12));
    assertThat(found[1]).isCloseTo((0.8 - rho * 0.9) / determinant, within(1e-12));
    // Above λ = (0.9 − 0.6) / 0.4 = 0.75 the second is not active yet.
    assertThat(Lasso.fit(gram, new double[] {1, 0.9}, 0.8).coefficients())
        .containsExactly(new double[] {0.2, 0}, within(1e-12));
  }

  @Test
  void aLargeLambdaLeavesNothing() {
    assertThat(Lasso.fit(Matrix.ofRows(new double[] {1}), new double[] {0.5}, 0.5).coefficients())
        .containsExactly(0);
  }

  /** The optimum is where q_j = λ sign(c_j) for c_j ≠ 0, and |q_j| ≤ λ elsewhere. */
  @RepeatedTest(20)
  void meetsTheConditionsOfTheOptimum(RepetitionInfo repetition) {
    int seed = repetition.getCurrentRepetition();
    int dimension = 3 + seed % 8;
    Matrix rows = units(40, dimension, new Seed(seed));
    double[] target = units(1, dimension, new Seed(seed).child("target")).row(0);
    Matrix gram = Blas.multiplyByTransposed(rows, rows);
    double[] products = products(rows, target);
    double lambda = 0.002;

    Lasso.Result found = Lasso.fit(gram, products, lambda);

    assertThat(found.converged()).isTrue();
    int active = 0;
    for (int j = 0; j < 40; j++) {
      double correlation = products[j];
      for (int k = 0; k < 40; k++) {
        correlation -= gram.at(j, k) * found.coefficients()[k];
      }
      double c = found.coefficients()[j];
      if (c != 0) {
        active++;
        assertThat(correlation).isCloseTo(Math.signum(c) * lambda, within(1e-9));
      } else {
        assertThat(Math.abs(correlation)).isLessThan(lambda + 1e-9);
      }
    }
    assertThat(active).isBetween(1, dimension);
  }

  @Test
  void noGridPointIsBetter() {
    Matrix rows = units(3, 2, new Seed(5));
    double[] target = {0.6, 0.8};
    Matrix gram = Blas.multiplyByTransposed(rows, rows);
    double[] products = products(rows, target);
    double least = objective(rows, target, Lasso.fit(gram, products, 0.1).coefficients(), 0.1);

    for (double a = -1.5; a <= 1.5; a += 0.05) {
      for (double b = -1.5; b <= 1.5; b += 0.05) {
        for (double c = -1.5; c <= 1.5; c += 0.05) {
          double other = objective(rows, target, new double[] {a, b, c}, 0.1);
          assertThat(other).isGreaterThanOrEqualTo(least - 1e-12);
        }
      }
    }
  }

  @Test
  void duplicatesAndZerosAreNoTrouble() {
    Matrix rows =
        Matrix.ofRows(
            new double[] {1, 0}, new double[] {1, 0}, new double[] {0, 0}, new double[] {-1, 0});
    double[] target = {1, 0};

    Lasso.Result found =
        Lasso.fit(Blas.multiplyByTransposed(rows, rows), products(rows, target), 0.002);

    assertThat(found.converged()).isTrue();
    assertThat(objective(rows, target, found.coefficients(), 0.002))
        .isCloseTo(0.5 * 0.002 * 0.002 + 0.002 * 0.998, within(1e-12));
  }

  @Test
  void refusesWhatDoesNotFit() {
    Matrix gram = Matrix.ofRows(new double[] {1});
    assertThatThrownBy(() -> Lasso.fit(gram, new double[] {1, 2}, 0.1))
        .hasMessageContaining("does not fit 2 products");
    assertThatThrownBy(() -> Lasso.fit(gram, new double[] {1}, 0))
        .hasMessageContaining("must be positive");
  }

  private static double objective(Matrix rows, double[] target, double[] c, double lambda) {
    double sum = 0;
    for (int d = 0; d < target.length; d++) {
      double residual = target[d];
      for (int j = 0; j < c.length; j++) {
        residual -= rows.at(j, d) * c[j];
      }
      sum += 0.5 * residual * residual;
    }
    for (double value : c) {
      sum += lambda * Math.abs(value);
    }
    return sum;
  }

  private static double[] products(Matrix rows, double[] target) {
    double[] products = new double[rows.rows()];
    for (int j = 0; j < products.length; j++) {
      for (int d = 0; d < target.length; d++) {
        products[j] += rows.at(j, d) * target[d];
      }
    }
    return products;
  }

  private static Matrix units(int rows, int dimension, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix result = Matrix.zeros(rows, dimension);
    for (int i = 0; i < result.array().length; i++) {
      result.array()[i] = random.nextGaussian();
    }
    return result.unitRows();
  }
}
