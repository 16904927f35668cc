package io.coterie.bench.kernels;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How every kernel is measured, and the points it is measured on. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public abstract class KernelBenchmark {
  private static final int GROUPS = 10;

  /** Returns points in ten overlapping groups, the first features spread more than the last. */
  static Matrix points(int rows, int columns, String name) {
    SplittableRandom random = new Seed(0).child(name).random();
    Matrix centers = Matrix.zeros(GROUPS, columns);
    fill(centers, random, 2);
    Matrix points = Matrix.zeros(rows, columns);
    fill(points, random, 1);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double scale = 1 / Math.sqrt(1 + j);
        points.set(i, j, scale * (points.at(i, j) + centers.at(i % GROUPS, j)));
      }
    }
    return points;
  }

  private static void fill(Matrix matrix, SplittableRandom random, double scale) {
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        matrix.set(i, j, scale * random.nextGaussian());
      }
    }
  }
}
