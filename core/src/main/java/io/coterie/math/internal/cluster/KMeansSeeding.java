package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.RowBlocks;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * k-means++: of some candidates drawn by weighted squared distance, keep the one that leaves the
 * least to pay. One candidate is the plain D² sampling of Arthur and Vassilvitskii, 2 + ln C are
 * its greedy kind. When nothing is left to pay, further centers repeat the first one.
 */
record KMeansSeeding(KMeansRun.Input input, int clusterCount, Parallel parallel) {
  /** Greedy k-means++ with as many candidates as scikit-learn tries. */
  Matrix centers(SplittableRandom random) {
    return centers(random, 2 + (int) Math.log(clusterCount));
  }

  Matrix centers(SplittableRandom random, int candidates) {
    Matrix points = input.points();
    int rows = points.rows();
    Matrix centers = Matrix.zeros(clusterCount, points.columns());
    double[] costs = input.weights().clone();
    double[] cumulative = new double[rows];
    int first = draw(random, cumulative, accumulate(costs, cumulative));
    // Before the first center every distance is infinite.
    double[] none = new double[rows];
    Arrays.fill(none, Double.POSITIVE_INFINITY);
    double[][] trials = new double[candidates][rows];
    distanceAfter(first, none, trials[0]);
    double[] current = trials[0];
    trials[0] = none;
    copyRow(first, centers, 0);
    for (int c = 1; c < clusterCount; c++) {
      for (int i = 0; i < rows; i++) {
        costs[i] = input.weights()[i] * current[i];
      }
      double total = accumulate(costs, cumulative);
      if (!(total > 0)) {
        copyRow(first, centers, c);
        continue;
      }
      int best = -1;
      int bestPoint = -1;
      double leastCost = Double.POSITIVE_INFINITY;
      for (int t = 0; t < candidates; t++) {
        int point = draw(random, cumulative, total);
        double cost = distanceAfter(point, current, trials[t]);
        if (cost < leastCost) {
          leastCost = cost;
          best = t;
          bestPoint = point;
        }
      }
      // The distances after the best trial become the current ones; their old array serves the next
      // trial.
      double[] freed = current;
      current = trials[best];
      trials[best] = freed;
      copyRow(bestPoint, centers, c);
    }
    return centers;
  }

  private static double accumulate(double[] costs, double[] cumulative) {
    double sum = 0;
    for (int i = 0; i < costs.length; i++) {
      sum += costs[i];
      cumulative[i] = sum;
    }
    return sum;
  }

  // The first row whose cumulative cost exceeds the target: a row of cost zero is never drawn.
  private static int draw(SplittableRandom random, double[] cumulative, double total) {
    double target = random.nextDouble() * total;
    int low = 0;
    int high = cumulative.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Fills in the distances to the nearest center if the point were one more; returns the cost. */
  private double distanceAfter(int point, double[] before, double[] after) {
    double[] center = input.points().row(point);
    RowBlocks blocks = input.blocks();
    double[] blockCosts = new double[blocks.count()];
    parallel.forEach(
        blocks.count(),
        block -> {
          double[] toPoint = new double[RowBlocks.SIZE];
          blocks.squaredDistances(block, center, 0, toPoint);
          int from = block * RowBlocks.SIZE;
          double cost = 0;
          for (int i = 0; i < blocks.length(block); i++) {
            double distance = Math.min(toPoint[i], before[from + i]);
            after[from + i] = distance;
            cost += input.weights()[from + i] * distance;
          }
          blockCosts[block] = cost;
        });
    return Doubles.sum(blockCosts);
  }

  private void copyRow(int point, Matrix centers, int c) {
    int columns = centers.columns();
    System.arraycopy(
        input.points().array(), point * columns, centers.array(), c * columns, columns);
  }
}
