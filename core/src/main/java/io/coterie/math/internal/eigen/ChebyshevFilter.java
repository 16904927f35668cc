package io.coterie.math.internal.eigen;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;

/**
 * A polynomial of an operator that stays within [−1, 1] on an interval of unwanted eigenvalues and
 * grows as fast as any polynomial can below it.
 *
 * @param from where the unwanted eigenvalues begin
 * @param to where they end; above every eigenvalue
 * @param lowest about the smallest eigenvalue, where the scaled polynomial is about one
 * @param sign 1 to look at the eigenvalues of A, −1 at those of −A
 */
record ChebyshevFilter(double from, double to, double lowest, int sign) {
  private static final int VALUES_PER_TASK = 1 << 16;

  /**
   * The exponent at which the polynomial grows with its degree at a wanted eigenvalue: T_m(x) grows
   * as exp(m acosh x) beyond 1.
   */
  double rate(double eigenvalue) {
    double distance = Math.max(0, (from - eigenvalue) / ((to - from) / 2));
    // acosh(1 + distance), without losing the digits of a small distance
    return Math.log1p(distance + Math.sqrt(distance * (2 + distance)));
  }

  /** p(A) X for the polynomial of the given degree, at least one; X is used up. */
  Matrix apply(SymmetricOperator operator, Matrix block, int degree, Parallel parallel) {
    double center = (from + to) / 2;
    double radius = (to - from) / 2;
    double first = radius / (lowest - center);
    double sigma = first;
    Matrix previous = block;
    Matrix current = Matrix.zeros(block.rows(), block.columns());
    Matrix spare = Matrix.zeros(block.rows(), block.columns());
    operator.apply(previous, current);
    new Step(sign * first / radius, first / radius * center, 0)
        .apply(current, previous, previous, parallel);
    for (int degreeSoFar = 2; degreeSoFar <= degree; degreeSoFar++) {
      double next = 1 / (2 / first - sigma);
      operator.apply(current, spare);
      new Step(sign * 2 * next / radius, 2 * next / radius * center, sigma * next)
          .apply(spare, current, previous, parallel);
      Matrix freed = previous;
      previous = current;
      current = spare;
      spare = freed;
      sigma = next;
    }
    return current;
  }

  /** One step of the three-term recurrence, scaled so that it neither overflows nor vanishes. */
  private record Step(double scale, double shift, double share) {
    /** product = scale · product − shift · current − share · previous. */
    void apply(Matrix product, Matrix current, Matrix previous, Parallel parallel) {
      double[] p = product.array();
      double[] c = current.array();
      double[] q = previous.array();
      parallel.forBlocks(
          p.length,
          VALUES_PER_TASK,
          (task, begin, end) -> {
            for (int i = begin; i < end; i++) {
              p[i] = scale * p[i] - shift * c[i] - share * q[i];
            }
          });
    }
  }
}
