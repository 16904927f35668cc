package io.coterie.features.internal;

import io.coterie.features.RecordMap;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.RowProducts;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Keeps the smoothest part of oriented gradients, on a basis that is the same for all images:
 * cosines over the rows and columns of cells, and waves around the circle of orientations. The
 * basis is orthonormal, so no record becomes longer.
 *
 * @param cells along each side of an image
 * @param kept how many functions of the basis, the smoothest first
 */
public record CosineBasis(int cells, int kept) implements RecordMap {
  private static final int ORIENTATIONS = Hog.ORIENTATIONS;
  private static final int MOST_CELLS = 64;

  public CosineBasis {
    if (cells < 1 || cells > MOST_CELLS || kept < 1 || kept > cells * cells * ORIENTATIONS) {
      throw new IllegalArgumentException(
          "There are %d functions kept of images of %d x %d cells.".formatted(kept, cells, cells));
    }
  }

  /** Returns the basis for oriented gradients, of at most so many functions. */
  public static CosineBasis of(HogMap hog, int most) {
    int size = hog.outputDimension(0);
    return new CosineBasis(
        (int) Math.round(Math.sqrt((double) size / ORIENTATIONS)), Math.min(most, size));
  }

  @Override
  public Matrix apply(Matrix records, Parallel parallel) {
    return RowProducts.of(records, new double[records.columns()], axes(), parallel);
  }

  @Override
  public int outputDimension(int inputDimension) {
    return kept;
  }

  @Override
  public Optional<Matrix> back(Matrix mapped) {
    Matrix axes = axes();
    Matrix records = Matrix.zeros(mapped.rows(), axes.rows());
    for (int i = 0; i < mapped.rows(); i++) {
      for (int f = 0; f < kept; f++) {
        for (int j = 0; j < axes.rows(); j++) {
          records.set(i, j, records.at(i, j) + mapped.at(i, f) * axes.at(j, f));
        }
      }
    }
    return Optional.of(records);
  }

  /** One column for each function that is kept, one row for each feature. */
  Matrix axes() {
    double[][] cosines = new double[cells][];
    Arrays.setAll(cosines, wave -> unit(cells, x -> Math.cos(Math.PI * (x + 0.5) * wave / cells)));
    double[][] turns = new double[ORIENTATIONS][];
    Arrays.setAll(turns, CosineBasis::turn);
    int[] functions =
        IntStream.range(0, cells * cells * ORIENTATIONS)
            .boxed()
            .sorted(Comparator.comparingInt(this::roughness)) // stable
            .limit(kept)
            .mapToInt(function -> function)
            .toArray();
    Matrix axes = Matrix.zeros(cells * cells * ORIENTATIONS, kept);
    for (int f = 0; f < kept; f++) {
      double[] rows = cosines[functions[f] / ORIENTATIONS / cells];
      double[] columns = cosines[functions[f] / ORIENTATIONS % cells];
      double[] around = turns[functions[f] % ORIENTATIONS];
      for (int j = 0; j < axes.rows(); j++) {
        int cell = j / ORIENTATIONS;
        axes.set(j, f, rows[cell / cells] * columns[cell % cells] * around[j % ORIENTATIONS]);
      }
    }
    return axes;
  }

  /** The squared number of half waves over the image, and of waves around the circle. */
  private int roughness(int function) {
    int row = function / ORIENTATIONS / cells;
    int column = function / ORIENTATIONS % cells;
    int around = frequency(function % ORIENTATIONS);
    return row * row + column * column + around * around;
  }

  /** Waves around the circle: a constant, then cosine and sine of each frequency. */
  private static int frequency(int turn) {
    return (turn + 1) / 2;
  }

  private static double[] turn(int turn) {
    double angle = 2 * Math.PI * frequency(turn) / ORIENTATIONS;
    boolean isCosine = turn % 2 == 1 || turn == 0;
    return unit(ORIENTATIONS, x -> isCosine ? Math.cos(angle * x) : Math.sin(angle * x));
  }

  private static double[] unit(int size, java.util.function.IntToDoubleFunction function) {
    double[] values = IntStream.range(0, size).mapToDouble(function).toArray();
    double length = Math.sqrt(Arrays.stream(values).map(value -> value * value).sum());
    return Arrays.stream(values).map(value -> value / length).toArray();
  }
}
