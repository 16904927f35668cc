package io.coterie.math.internal.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CholeskyTest {
  @Test
  void factorsAKnownMatrix() {
    Matrix a = Matrix.ofRows(new double[] {4, 2}, new double[] {2, 10});

    Cholesky factor = Cholesky.of(a);

    assertThat(factor.lower().array()).containsExactly(2, 0, 1, 3);
    assertThat(factor.logDeterminant()).isCloseTo(Math.log(36), within(1e-14));
    assertThat(factor.inverse().array())
        .containsExactly(new double[] {10 / 36.0, -2 / 36.0, -2 / 36.0, 4 / 36.0}, within(1e-14));
  }

  @Test
  void multipliesBackToTheMatrix() {
    Matrix rows = Matrix.zeros(60, 40);
    SplittableRandom random = new Seed(3).random();
    Arrays.setAll(rows.array(), i -> random.nextGaussian());
    Matrix a = Blas.multiplyTransposed(rows, rows);
    Cholesky factor = Cholesky.of(a);
    Matrix back = Blas.multiplyByTransposed(factor.lower(), factor.lower());
    assertThat(back.array()).containsExactly(a.array(), within(1e-10));
  }

  @Test
  void saysWhichPivotFails() {
    Matrix singular = Matrix.ofRows(new double[] {1, 1}, new double[] {1, 1});
    assertThatThrownBy(() -> Cholesky.of(singular))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("pivot 1 is 0.0");
    assertThatThrownBy(() -> Cholesky.of(Matrix.zeros(2, 3)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
