package io.coterie.audit.internal.membership;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;

/** Records to audit. */
public final class AuditRecords {
  private AuditRecords() {}

  /** Two half circles that interlock, as in the paper's Moon. */
  public static Matrix moons(int rows, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix records = Matrix.zeros(rows, 2);
    for (int i = 0; i < rows; i++) {
      double angle = Math.PI * random.nextDouble();
      double x = i % 2 == 0 ? Math.cos(angle) : 1 - Math.cos(angle);
      double y = i % 2 == 0 ? Math.sin(angle) : 0.5 - Math.sin(angle);
      records.set(i, 0, x + 0.08 * random.nextGaussian());
      records.set(i, 1, y + 0.08 * random.nextGaussian());
    }
    return records;
  }

  /** Clouds around different corners of the box [-1, 1]^d. */
  static Matrix clouds(int rows, int clouds, int dimension, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix records = Matrix.zeros(rows, dimension);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < dimension; j++) {
        double center = ((i % clouds) >> (j % 3) & 1) == 1 ? 0.5 : -0.5;
        records.set(i, j, center + 0.1 * random.nextGaussian());
      }
    }
    return records;
  }
}
