package io.coterie.method.dp;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.plan.InputKind;
import io.coterie.plan.NoiseMode;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.PublicBounds;
import io.coterie.plan.Scaling;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.Optional;
import java.util.SplittableRandom;

/** A table of two numbers, a binary column and a category of four levels. */
final class Columns {
  static final int NUMBER = 0;
  static final int LOG = 1;
  static final int BINARY = 2;
  static final int CATEGORY = 3;
  static final IntVector LEVELS = IntVector.of(0, 0, 2, 4);

  /** Columns, and values of a mapped record. */
  static final int COUNT = 4;

  static final int DIMENSION = 7;

  private static final PublicBounds BOUNDS =
      new PublicBounds(Vector.of(18, -2, 0, 0), Vector.of(90, 7, 1, 3));

  private Columns() {}

  static StudyPlan plan(double epsilon, long records) {
    return plan(BOUNDS, LEVELS, epsilon, records, 1);
  }

  static StudyPlan plan(
      PublicBounds bounds, IntVector levels, double epsilon, long records, int perPerson) {
    return plan(Optional.of(bounds), levels, Scaling.AUTO, epsilon, records, perPerson);
  }

  static StudyPlan plan(
      Optional<PublicBounds> bounds,
      IntVector levels,
      Scaling scaling,
      double epsilon,
      long records,
      int perPerson) {
    DpTerms terms =
        new DpTerms(
            new Budget(epsilon, 1e-6), NoiseMode.SECURE_SUMS, 5, 0, records, perPerson, bounds);
    InputPlan automatic = InputPlan.automatic(InputKind.table(), levels.size());
    InputPlan input =
        new InputPlan(
            automatic.kind(),
            levels.size(),
            scaling,
            automatic.features(),
            levels,
            automatic.bins());
    return StudyPlan.of("anchor-graph", 2, input).with(PrivacyPlan.dp(terms));
  }

  /** Bounds that nobody agreed to: a sixth of the first number's. */
  static PublicBounds narrow() {
    return new PublicBounds(Vector.of(18, -2, 0, 0), Vector.of(30, 7, 1, 3));
  }

  /** Records of which any value may be what no table should hold. */
  static Matrix hostile(SplittableRandom random, int count) {
    double[] odd = {
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      -1,
      7,
      2.5,
      1e300,
      -1e300,
      Double.MIN_VALUE,
      -0.0,
      Integer.MAX_VALUE + 1.0
    };
    Matrix records = Matrix.zeros(count, COUNT);
    for (int i = 0; i < count; i++) {
      double chance = random.nextDouble();
      for (int j = 0; j < COUNT; j++) {
        double honest =
            j == NUMBER
                ? 18 + 72 * random.nextDouble()
                : j == LOG ? -2 + 9 * random.nextDouble() : random.nextInt(LEVELS.at(j));
        boolean isOdd = random.nextDouble() < chance;
        records.set(i, j, isOdd ? odd[random.nextInt(odd.length)] : honest);
      }
    }
    return records;
  }
}
