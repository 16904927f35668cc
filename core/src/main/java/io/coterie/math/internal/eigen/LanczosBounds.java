package io.coterie.math.internal.eigen;

import static io.coterie.math.internal.Doubles.add;
import static io.coterie.math.internal.Doubles.dot;

import io.coterie.math.Blas;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Bounds of a spectrum from a few Lanczos steps: the outermost Ritz values, moved outwards by the
 * norm of the last residual.
 *
 * <p>Y. Zhou, R.-C. Li. <i>Bounding the Spectrum of Large Hermitian Matrices</i>. Linear Algebra
 * and its Applications 435, 2011. The bound is not proven, so callers widen it when a Ritz value
 * falls outside.
 */
final class LanczosBounds {
  private static final int STEPS = 12;

  private LanczosBounds() {}

  static SpectrumBounds of(SymmetricOperator operator, Seed seed) {
    int n = operator.size();
    int steps = Math.min(STEPS, n);
    SplittableRandom random = seed.child("bounds").random();
    Matrix current = Matrix.zeros(n, 1);
    for (int i = 0; i < n; i++) {
      current.array()[i] = random.nextDouble() - 0.5;
    }
    scale(current.array(), 1 / norm(current.array()));
    Matrix previous = Matrix.zeros(n, 1);
    Matrix tridiagonal = Matrix.zeros(steps, steps);
    double beta = 0;
    int done = 0;
    while (done < steps) {
      Matrix next = Matrix.zeros(n, 1);
      operator.apply(current, next);
      add(next.array(), -beta, previous.array());
      double alpha = dot(next.array(), current.array());
      add(next.array(), -alpha, current.array());
      tridiagonal.set(done, done, alpha);
      beta = norm(next.array());
      done++;
      // The vectors so far span an invariant subspace: its Ritz values are eigenvalues.
      if (beta <= 1e-12 * Math.abs(alpha) || beta == 0) {
        break;
      }
      if (done < steps) {
        tridiagonal.set(done - 1, done, beta);
        tridiagonal.set(done, done - 1, beta);
      }
      scale(next.array(), 1 / beta);
      previous = current;
      current = next;
    }
    double[] values = Blas.symmetricEigen(leading(tridiagonal, done)).values();
    return new SpectrumBounds(values[0] - beta, values[done - 1] + beta);
  }

  private static Matrix leading(Matrix matrix, int size) {
    return Matrix.over(size, size, Arrays.copyOf(matrix.firstColumns(size).array(), size * size));
  }

  private static double norm(double[] a) {
    return Math.sqrt(dot(a, a));
  }

  private static void scale(double[] a, double factor) {
    for (int i = 0; i < a.length; i++) {
      a[i] *= factor;
    }
  }
}
