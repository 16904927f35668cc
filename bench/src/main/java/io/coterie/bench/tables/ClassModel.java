package io.coterie.bench.tables;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A mixture of classes in which the columns are independent, and its expectations. */
final class ClassModel {
  private final int classes;
  private final double[][] scores;
  private final int[][] levels;
  private final double[][] shares;

  /** What each class has of a made-up record. */
  private final double prior;

  private final double[] logWeights;
  private final double[][] means;
  private final double[][] variances;

  /** By column of levels, class and level. */
  private final double[][][] logChances;

  /** By class and record: posteriors. */
  private final double[][] posteriors;

  private double cost = Double.POSITIVE_INFINITY;

  ClassModel(MixedTable table, int classes) {
    this.classes = classes;
    scores = table.scoresByColumn();
    levels = table.levelsByColumn();
    shares = Arrays.stream(table.levelColumns()).mapToObj(table::shares).toArray(double[][]::new);
    prior = 1.0 / classes;
    logWeights = new double[classes];
    Arrays.fill(logWeights, -Math.log(classes));
    means = new double[scores.length][classes];
    variances = new double[scores.length][classes];
    logChances = new double[levels.length][classes][];
    posteriors = new double[classes][table.rows()];
  }

  /** Each class begins at a record: its numbers, and its levels with half of the weight. */
  void startAt(int[] records) {
    for (int c = 0; c < classes; c++) {
      int row = records[c % records.length];
      for (int j = 0; j < scores.length; j++) {
        means[j][c] = Double.isNaN(scores[j][row]) ? 0 : scores[j][row];
        variances[j][c] = 1;
      }
      for (int j = 0; j < levels.length; j++) {
        int own = levels[j][row];
        double[] around = shares[j];
        logChances[j][c] =
            IntStream.range(0, around.length)
                .mapToDouble(l -> own < 0 ? around[l] : (around[l] + (l == own ? 1 : 0)) / 2)
                .map(Math::log)
                .toArray();
      }
    }
    expect();
  }

  void step() {
    maximize();
    expect();
  }

  /** Minus the mean log-likelihood of a record with the log-density of the prior. */
  double cost() {
    return cost;
  }

  int[] labels() {
    int[] labels = new int[posteriors[0].length];
    for (int i = 0; i < labels.length; i++) {
      for (int c = 1; c < classes; c++) {
        labels[i] = posteriors[c][i] > posteriors[labels[i]][i] ? c : labels[i];
      }
    }
    return labels;
  }

  private void expect() {
    int n = posteriors[0].length;
    double logPrior = 0;
    for (int c = 0; c < classes; c++) {
      double[] density = posteriors[c];
      Arrays.fill(density, logWeights[c]);
      logPrior += prior * logWeights[c];
      for (int j = 0; j < scores.length; j++) {
        double mean = means[j][c];
        double variance = variances[j][c];
        double constant = -Math.log(2 * Math.PI * variance) / 2;
        logPrior -= prior * (Math.log(variance) + 1 / variance) / 2;
        for (int i = 0; i < n; i++) {
          double difference = scores[j][i] - mean;
          if (!Double.isNaN(difference)) {
            density[i] += constant - difference * difference / (2 * variance);
          }
        }
      }
      for (int j = 0; j < levels.length; j++) {
        double[] chances = logChances[j][c];
        for (int l = 0; l < chances.length; l++) {
          logPrior += shares[j][l] > 0 ? prior * shares[j][l] * chances[l] : 0;
        }
        for (int i = 0; i < n; i++) {
          density[i] += levels[j][i] < 0 ? 0 : chances[levels[j][i]];
        }
      }
    }
    cost = -(normalize() + logPrior) / n;
  }

  /** Turns log-densities into posteriors and returns the log-likelihood. */
  private double normalize() {
    double sum = 0;
    for (int i = 0; i < posteriors[0].length; i++) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < classes; c++) {
        largest = Math.max(largest, posteriors[c][i]);
      }
      double total = 0;
      for (int c = 0; c < classes; c++) {
        posteriors[c][i] = Math.exp(posteriors[c][i] - largest);
        total += posteriors[c][i];
      }
      for (int c = 0; c < classes; c++) {
        posteriors[c][i] /= total;
      }
      sum += largest + Math.log(total);
    }
    return sum;
  }

  private void maximize() {
    int n = posteriors[0].length;
    for (int c = 0; c < classes; c++) {
      double[] weights = posteriors[c];
      logWeights[c] = Math.log((Arrays.stream(weights).sum() + prior) / (n + 1));
      for (int j = 0; j < scores.length; j++) {
        fitNumber(j, c, weights);
      }
      for (int j = 0; j < levels.length; j++) {
        double[] counts = new double[shares[j].length];
        double total = 0;
        for (int i = 0; i < n; i++) {
          if (levels[j][i] >= 0) {
            counts[levels[j][i]] += weights[i];
            total += weights[i];
          }
        }
        for (int l = 0; l < counts.length; l++) {
          logChances[j][c][l] = Math.log((counts[l] + prior * shares[j][l]) / (total + prior));
        }
      }
    }
  }

  private void fitNumber(int column, int c, double[] weights) {
    double[] values = scores[column];
    double total = 0;
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        total += weights[i];
        sum += weights[i] * values[i];
      }
    }
    double mean = total > 0 ? sum / total : 0;
    double squares = 0;
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i])) {
        squares += weights[i] * (values[i] - mean) * (values[i] - mean);
      }
    }
    means[column][c] = mean;
    variances[column][c] = (squares + prior) / (total + prior);
  }
}
