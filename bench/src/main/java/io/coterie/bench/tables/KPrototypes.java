package io.coterie.bench.tables;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * k-prototypes (Z. Huang, <i>Extensions to the k-means algorithm for clustering large data sets
 * with categorical values</i>, 1998): squared distances of z-scores, and γ for each level that
 * differs. γ is the mean variance of the numbers over the mean 1 − Σ p² of the columns of levels,
 * the default of the R package clustMixType. Means and most frequent levels fill gaps.
 */
final class KPrototypes implements TableMethod {
  private static final int MOST_STEPS = 100;

  @Override
  public String name() {
    return "k-prototypes";
  }

  @Override
  public int[] labels(Task task, Seed seed, Parallel parallel) {
    MixedTable table = task.table().filled();
    Columns columns =
        new Columns(
            table.scoresByColumn(), table.levelsByColumn(), table.levelCounts(), gamma(table));
    return Starts.best(
        seed, parallel, random -> new Run(columns, task.clusters(), table.rows()).from(random));
  }

  /** The variance of z-scores is one. */
  private static double gamma(MixedTable table) {
    double spread =
        Arrays.stream(table.levelColumns())
            .mapToDouble(j -> 1 - Arrays.stream(table.shares(j)).map(p -> p * p).sum())
            .average()
            .orElse(1);
    return table.numberColumns().length == 0 || spread <= 0 ? 1 : 1 / spread;
  }

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody; shared, not copied
  private record Columns(double[][] scores, int[][] levels, int[] counts, double gamma) {}

  private static final class Run {
    private final Columns columns;
    private final int clusters;
    private final int[] labels;
    private final Matrix means;
    private final int[][] modes;

    Run(Columns columns, int clusters, int rows) {
      this.columns = columns;
      this.clusters = clusters;
      labels = new int[rows];
      means = Matrix.zeros(clusters, columns.scores.length);
      modes = new int[clusters][columns.levels.length];
    }

    Starts.Answer from(SplittableRandom random) {
      int[] chosen = Starts.records(clusters, labels.length, random);
      for (int c = 0; c < clusters; c++) {
        int row = chosen[c % chosen.length];
        for (int j = 0; j < columns.scores.length; j++) {
          means.set(c, j, columns.scores[j][row]);
        }
        for (int j = 0; j < columns.levels.length; j++) {
          modes[c][j] = columns.levels[j][row];
        }
      }
      double cost = assign();
      for (int step = 0; step < MOST_STEPS; step++) {
        move();
        double next = assign();
        if (!(next < cost)) {
          break;
        }
        cost = next;
      }
      return new Starts.Answer(labels, cost);
    }

    private double assign() {
      double sum = 0;
      for (int i = 0; i < labels.length; i++) {
        double least = Double.POSITIVE_INFINITY;
        for (int c = 0; c < clusters; c++) {
          double distance = 0;
          for (int j = 0; j < columns.scores.length; j++) {
            double difference = columns.scores[j][i] - means.at(c, j);
            distance += difference * difference;
          }
          for (int j = 0; j < columns.levels.length; j++) {
            distance += columns.levels[j][i] == modes[c][j] ? 0 : columns.gamma;
          }
          if (distance < least) {
            least = distance;
            labels[i] = c;
          }
        }
        sum += least;
      }
      return sum;
    }

    /** A prototype without records stays where it is. */
    private void move() {
      int[] sizes = new int[clusters];
      for (int label : labels) {
        sizes[label]++;
      }
      for (int j = 0; j < columns.scores.length; j++) {
        double[] sums = new double[clusters];
        for (int i = 0; i < labels.length; i++) {
          sums[labels[i]] += columns.scores[j][i];
        }
        for (int c = 0; c < clusters; c++) {
          if (sizes[c] > 0) {
            means.set(c, j, sums[c] / sizes[c]);
          }
        }
      }
      for (int j = 0; j < columns.levels.length; j++) {
        int[][] counts = new int[clusters][columns.counts[j]];
        for (int i = 0; i < labels.length; i++) {
          counts[labels[i]][columns.levels[j][i]]++;
        }
        for (int c = 0; c < clusters; c++) {
          if (sizes[c] > 0) {
            modes[c][j] = mostFrequent(counts[c]);
          }
        }
      }
    }

    private static int mostFrequent(int[] counts) {
      int best = 0;
      for (int l = 1; l < counts.length; l++) {
        best = counts[l] > counts[best] ? l : best;
      }
      return best;
    }
  }
}
