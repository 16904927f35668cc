package io.coterie.bench.tables;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A table without groups: its density has one peak, or none.
 *
 * @param shape of the density
 * @param records 100 to 10,000 rows
 * @param levels of each column; 0 for numbers
 * @param sites among which it is dealt, 3 to 10
 */
record NullTable(Shape shape, Matrix records, IntVector levels, int sites) {
  private static final double CORRELATION = 0.8;
  private static final int FREEDOM = 3;

  /** How values are drawn. */
  enum Shape {
    GAUSSIAN,
    UNIFORM,
    CORRELATED,
    LOGNORMAL,
    HEAVY,
    ROUNDED,
    MIXED
  }

  /** Draws so many tables; all shapes come in turn. */
  static List<NullTable> draw(int count, Seed seed) {
    List<NullTable> tables = new ArrayList<>();
    for (int t = 0; t < count; t++) {
      tables.add(draw(Shape.values()[t % Shape.values().length], seed.child(t).random()));
    }
    return tables;
  }

  private static NullTable draw(Shape shape, SplittableRandom random) {
    int rows = (int) Math.round(100 * Math.pow(100, random.nextDouble()));
    int columns = (int) Math.round(2 * Math.pow(25, random.nextDouble()));
    int sites = random.nextInt(3, 11);
    int[] levels =
        IntStream.range(0, columns)
            .map(j -> shape == Shape.MIXED && j % 2 == 1 ? random.nextInt(2, 7) : 0)
            .toArray();
    // Rounded numbers have steps of a tenth of a deviation to a whole one.
    double[] steps = random.doubles(columns, 0.1, 1).toArray();
    Matrix records = Matrix.zeros(rows, columns);
    double[] row = new double[columns];
    for (int i = 0; i < rows; i++) {
      double common = random.nextGaussian();
      double scale = Math.sqrt(FREEDOM / squares(random));
      for (int j = 0; j < columns; j++) {
        double value = random.nextGaussian();
        row[j] =
            switch (shape) {
              case GAUSSIAN, ROUNDED, MIXED -> value;
              case UNIFORM -> random.nextDouble();
              case CORRELATED ->
                  Math.sqrt(CORRELATION) * common + Math.sqrt(1 - CORRELATION) * value;
              case LOGNORMAL -> Math.exp(value);
              case HEAVY -> scale * value;
            };
        if (shape == Shape.ROUNDED) {
          row[j] = Math.rint(row[j] / steps[j]) * steps[j];
        } else if (levels[j] > 0) {
          row[j] = random.nextInt(levels[j]);
        }
        records.set(i, j, row[j]);
      }
    }
    return new NullTable(shape, records, IntVector.of(levels), sites);
  }

  private static double squares(SplittableRandom random) {
    return Arrays.stream(new double[FREEDOM])
        .map(
            zero -> {
              double value = random.nextGaussian();
              return value * value;
            })
        .sum();
  }

  String name() {
    return "%s %d x %d"
        .formatted(shape.name().toLowerCase(Locale.ROOT), records.rows(), records.columns());
  }
}
