package io.coterie.math.internal.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ChebyshevFilterTest {
  /** A diagonal operator, on which the filter acts entry by entry. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Diagonal(double... entries) implements SymmetricOperator {
    @Override
    public int size() {
      return entries.length;
    }

    @Override
    public void apply(Matrix block, Matrix product) {
      for (int i = 0; i < entries.length; i++) {
        product.set(i, 0, entries[i] * block.at(i, 0));
      }
    }
  }

  private static double chebyshev(int degree, double x) {
    return Math.abs(x) <= 1
        ? Math.cos(degree * Math.acos(x))
        : Math.pow(Math.signum(x), degree)
            * Math.cosh(degree * Math.log(Math.abs(x) + Math.sqrt(x * x - 1)));
  }

  private static double[] filtered(ChebyshevFilter filter, int degree, double... entries) {
    double[] ones = new double[entries.length];
    Arrays.fill(ones, 1);
    Matrix block = Matrix.over(ones.length, 1, ones);
    return filter.apply(new Diagonal(entries), block, degree, Parallel.sequential()).array();
  }

  @Test
  void isTheChebyshevPolynomialScaledToOneAtTheLowestEigenvalue() {
    ChebyshevFilter filter = new ChebyshevFilter(1, 5, 0.2, 1);
    double[] entries = {0.2, 0, 0.7, 1, 2.5, 3, 4.9, 5};
    for (int degree : new int[] {1, 2, 3, 8, 25}) {
      double[] result = filtered(filter, degree, entries);
      for (int i = 0; i < entries.length; i++) {
        double expected =
            chebyshev(degree, (entries[i] - 3) / 2) / chebyshev(degree, (0.2 - 3) / 2);
        assertThat(result[i]).isCloseTo(expected, within(1e-12 * Math.max(1, Math.abs(expected))));
      }
    }
  }

  @Test
  void looksAtTheOtherEndWithTheOtherSign() {
    double[] plus = filtered(new ChebyshevFilter(1, 5, 0.2, 1), 9, 0.1, 0.6, 3.3);
    double[] minus = filtered(new ChebyshevFilter(1, 5, 0.2, -1), 9, -0.1, -0.6, -3.3);
    assertThat(minus).containsExactly(plus);
  }

  @Test
  void knowsHowFastItGrows() {
    ChebyshevFilter filter = new ChebyshevFilter(1, 5, 0.2, 1);
    assertThat(Math.cosh(30 * filter.rate(0.4)))
        .isCloseTo(Math.abs(chebyshev(30, -1.3)), within(1e-4));
    assertThat(filter.rate(1)).isZero();
    assertThat(filter.rate(2)).isZero();
  }
}
