package io.coterie.bench.tables;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * KAMILA (A. Foss, M. Markatou, B. Ray, A. Heching, <i>A semiparametric method for clustering mixed
 * data</i>, 2016): k-means in which the distance to a center counts by a density of distances that
 * is estimated from all records, and levels by their chances in the cluster. At most 25 steps and
 * levels smoothed by .025, the defaults of the R package kamila; centers begin at records. A column
 * of two numbers counts as levels. Means and most frequent levels fill gaps.
 */
final class Kamila implements TableMethod {
  private static final int MOST_STEPS = 25;
  private static final double SMOOTHING = 0.025;

  @Override
  public String name() {
    return "kamila";
  }

  @Override
  public int[] labels(Task task, Seed seed, Parallel parallel) {
    MixedTable table = task.table().withTwoNumbersAsLevels().filled();
    double[][] scores = table.scoresByColumn();
    int[][] levels = table.levelsByColumn();
    int[] counts = table.levelCounts();
    return Starts.best(
        seed,
        parallel,
        random -> new Run(scores, levels, counts, task.clusters(), table.rows()).from(random));
  }

  private static final class Run {
    private final double[][] scores;
    private final int[][] levels;
    private final int[] counts;
    private final int clusters;
    private final int[] labels;
    private final Matrix centers;

    /** By column, cluster and level. */
    private final double[][][] logChances;

    /** By cluster and record. */
    private final double[][] distances;

    private final double[][] logLevels;

    Run(double[][] scores, int[][] levels, int[] counts, int clusters, int rows) {
      this.scores = scores;
      this.levels = levels;
      this.counts = counts;
      this.clusters = clusters;
      labels = new int[rows];
      centers = Matrix.zeros(clusters, scores.length);
      logChances = new double[levels.length][clusters][];
      distances = new double[clusters][rows];
      logLevels = new double[clusters][rows];
    }

    Starts.Answer from(SplittableRandom random) {
      int[] chosen = Starts.records(clusters, labels.length, random);
      for (int c = 0; c < clusters; c++) {
        for (int j = 0; j < scores.length; j++) {
          centers.set(c, j, scores[j][chosen[c % chosen.length]]);
        }
        for (int j = 0; j < levels.length; j++) {
          logChances[j][c] = randomChances(counts[j], random);
        }
      }
      boolean moved = true;
      for (int step = 0; step < MOST_STEPS && moved; step++) {
        measure();
        moved = assign() || step == 0;
        move();
      }
      measure();
      return new Starts.Answer(labels, cost());
    }

    /** Uniform over all chances that sum to one. */
    private static double[] randomChances(int count, SplittableRandom random) {
      double[] parts = random.doubles(count).map(u -> -Math.log1p(-u)).toArray();
      double sum = Arrays.stream(parts).sum();
      return Arrays.stream(parts).map(part -> Math.log(part / sum)).toArray();
    }

    private void measure() {
      for (int c = 0; c < clusters; c++) {
        Arrays.fill(distances[c], 0);
        Arrays.fill(logLevels[c], 0);
        for (int j = 0; j < scores.length; j++) {
          for (int i = 0; i < labels.length; i++) {
            double difference = scores[j][i] - centers.at(c, j);
            distances[c][i] += difference * difference;
          }
        }
        for (int i = 0; i < labels.length; i++) {
          distances[c][i] = Math.sqrt(distances[c][i]);
        }
        for (int j = 0; j < levels.length; j++) {
          for (int i = 0; i < labels.length; i++) {
            logLevels[c][i] += logChances[j][c][levels[j][i]];
          }
        }
      }
    }

    private boolean assign() {
      double[] nearest = new double[labels.length];
      double largest = 0;
      for (int i = 0; i < nearest.length; i++) {
        nearest[i] = Double.POSITIVE_INFINITY;
        for (int c = 0; c < clusters; c++) {
          nearest[i] = Math.min(nearest[i], distances[c][i]);
          largest = Math.max(largest, distances[c][i]);
        }
      }
      boolean moved = false;
      RadialDensity density =
          scores.length == 0 ? null : RadialDensity.of(nearest, largest, scores.length);
      for (int i = 0; i < labels.length; i++) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < clusters; c++) {
          double own = logLevels[c][i] + (density == null ? 0 : density.log(distances[c][i]));
          if (own > most) {
            most = own;
            best = c;
          }
        }
        moved |= labels[i] != best;
        labels[i] = best;
      }
      return moved;
    }

    /** The center of a cluster without records stays where it is. */
    private void move() {
      int[] sizes = new int[clusters];
      for (int label : labels) {
        sizes[label]++;
      }
      for (int j = 0; j < scores.length; j++) {
        double[] sums = new double[clusters];
        for (int i = 0; i < labels.length; i++) {
          sums[labels[i]] += scores[j][i];
        }
        for (int c = 0; c < clusters; c++) {
          if (sizes[c] > 0) {
            centers.set(c, j, sums[c] / sizes[c]);
          }
        }
      }
      for (int j = 0; j < levels.length; j++) {
        int[][] found = new int[clusters][counts[j]];
        for (int i = 0; i < labels.length; i++) {
          found[labels[i]][levels[j][i]]++;
        }
        for (int c = 0; c < clusters; c++) {
          for (int l = 0; l < counts[j] && sizes[c] > 0; l++) {
            double share = found[c][l] / (double) sizes[c];
            // The kernel of J. Aitchison and C. Aitken (1976): others get what a level gives away.
            double chance = (1 - SMOOTHING) * share;
            chance += SMOOTHING * (1 - share) / Math.max(1, counts[j] - 1);
            logChances[j][c][l] = Math.log(chance);
          }
        }
      }
    }

    /** The ratio of squares within and between clusters, times minus the log-chances of levels. */
    private double cost() {
      double within = 0;
      double logLikelihood = 0;
      for (int i = 0; i < labels.length; i++) {
        double distance = distances[labels[i]][i];
        within += distance * distance;
        logLikelihood += logLevels[labels[i]][i];
      }
      // z-scores: the sum of squares is the number of values.
      double between = (double) scores.length * labels.length - within;
      double numbers = between > 0 ? within / between : Double.MAX_VALUE;
      return levels.length == 0
          ? numbers
          : -logLikelihood * (scores.length == 0 ? 1 : Math.min(numbers, 1e100));
    }
  }
}
