package io.coterie.bench.tables;

import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Medoids of Gower's distances (J. C. Gower, <i>A general coefficient of similarity and some of its
 * properties</i>, 1971): differences of numbers over their range, 1 for another level, the mean
 * over the columns that both records have. From tables of more than 5,000 records a sample of as
 * many is drawn, and the others go to the nearest medoid (CLARA of L. Kaufman and P. J. Rousseeuw,
 * 1990, with one sample).
 */
final class GowerMedoids implements TableMethod {
  private static final int MOST_RECORDS = 5_000;

  @Override
  public String name() {
    return "gower-pam";
  }

  @Override
  public int[] labels(Task task, Seed seed, Parallel parallel) {
    Gower gower = new Gower(task.table());
    int[] sample = sample(task.table().rows(), seed.random());
    float[][] distances = new float[sample.length][sample.length];
    parallel.forEach(
        sample.length,
        i -> {
          for (int j = 0; j < sample.length; j++) {
            distances[i][j] = gower.distance(sample[i], sample[j]);
          }
        });
    int[] medoids = new Medoids(distances).find(task.clusters());
    int[] labels = new int[task.table().rows()];
    parallel.forEach(labels.length, i -> labels[i] = nearest(i, sample, medoids, gower));
    return labels;
  }

  private static int nearest(int row, int[] sample, int[] medoids, Gower gower) {
    int best = 0;
    for (int c = 1; c < medoids.length; c++) {
      if (gower.distance(row, sample[medoids[c]]) < gower.distance(row, sample[medoids[best]])) {
        best = c;
      }
    }
    return best;
  }

  private static int[] sample(int rows, SplittableRandom random) {
    return rows <= MOST_RECORDS
        ? IntStream.range(0, rows).toArray()
        : IntStream.of(Starts.records(MOST_RECORDS, rows, random)).sorted().toArray();
  }

  /** Gower's distance; that of records which share no column is 1. */
  static final class Gower {
    private final int width;
    private final boolean[] isNumber;
    private final float[] values;

    Gower(MixedTable table) {
      width = table.levels().size();
      isNumber = new boolean[width];
      values = new float[table.rows() * width];
      for (int j = 0; j < width; j++) {
        int column = j;
        isNumber[j] = table.isNumber(j);
        double[] present =
            IntStream.range(0, table.rows())
                .mapToDouble(i -> table.records().at(i, column))
                .filter(value -> !Double.isNaN(value))
                .toArray();
        double low = Arrays.stream(present).min().orElse(0);
        double range = Arrays.stream(present).max().orElse(0) - low;
        for (int i = 0; i < table.rows(); i++) {
          double value = table.records().at(i, j);
          values[i * width + j] =
              (float) (isNumber[j] ? (value - low) / (range > 0 ? range : 1) : value);
        }
      }
    }

    float distance(int i, int j) {
      float sum = 0;
      int shared = 0;
      for (int k = 0; k < width; k++) {
        float difference = Math.abs(values[i * width + k] - values[j * width + k]);
        if (difference >= 0) { // not where one of them is missing
          shared++;
          sum += isNumber[k] ? difference : Math.min(1, difference);
        }
      }
      return shared == 0 ? 1 : sum / shared;
    }
  }
}
