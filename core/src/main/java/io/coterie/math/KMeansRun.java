package io.coterie.math;

import java.util.Arrays;
import java.util.SplittableRandom;

/** One restart of {@link KMeans}: seeding, then Lloyd's iteration. Not thread-safe. */
@SuppressWarnings("ArrayRecordComponent") // working arrays of one run, compared by nobody
final class KMeansRun {
  // Rows whose sums one task adds up; fixed, so that sums do not depend on the threads.
  private static final int TASK = 4 * NearestCenters.BLOCK;

  // Squared distances below this part of the mean squared length are rounding, not distance.
  private static final double ROUNDING = 1e-24;

  private final Input input;
  private final KMeans.Options options;
  private final Parallel parallel;
  private final int clusterCount;
  private final int columns;
  private final int rows;
  private final int tasks;
  private final int[] labels;
  private final double[] distances;
  private final double[][] taskProducts;
  private final double[][] taskSums;
  private final double[][] taskMasses;

  /**
   * What the restarts share.
   *
   * @param meanVariance the mean variance of the columns
   * @param meanLength the mean squared length of a row
   */
  record Input(
      Matrix points,
      double[] weights,
      RowBlocks blocks,
      NearestCenters search,
      double meanVariance,
      double meanLength) {
    static Input of(Matrix points, double[] weights, Parallel parallel) {
      int columns = points.columns();
      RowBlocks blocks = RowBlocks.of(points, parallel);
      double[] mean = new double[columns];
      double total = 0;
      double lengths = 0;
      for (int i = 0; i < weights.length; i++) {
        total += weights[i];
        for (int j = 0; j < columns; j++) {
          double value = points.array()[i * columns + j];
          mean[j] += weights[i] * value;
          lengths += weights[i] * value * value;
        }
      }
      for (int j = 0; j < columns; j++) {
        mean[j] /= total;
      }
      double squares = 0;
      for (int i = 0; i < weights.length; i++) {
        for (int j = 0; j < columns; j++) {
          double difference = points.array()[i * columns + j] - mean[j];
          squares += weights[i] * difference * difference;
        }
      }
      return new Input(
          points,
          weights,
          blocks,
          NearestCenters.of(points, mean, parallel),
          squares / total / Math.max(1, columns),
          lengths / total);
    }
  }

  KMeansRun(Input input, KMeans.Options options, Parallel parallel) {
    this.input = input;
    this.options = options;
    this.parallel = parallel;
    this.clusterCount = options.clusterCount();
    this.columns = input.points.columns();
    this.rows = input.points.rows();
    this.tasks = (rows + TASK - 1) / TASK;
    this.labels = new int[rows];
    this.distances = new double[rows];
    this.taskProducts = new double[tasks][];
    this.taskSums = new double[tasks][clusterCount * columns];
    this.taskMasses = new double[tasks][clusterCount];
  }

  KMeans.Result run(Seed seed) {
    Matrix centers = seeded(seed.random());
    int[] last = new int[rows];
    Arrays.fill(last, -1);
    int iteration = 0;
    while (iteration < options.maxIterations()) {
      iteration++;
      assignAll(centers);
      repairEmptyClusters(centers);
      double shift = moveCenters(centers);
      if (shift <= options.tolerance() * input.meanVariance || Arrays.equals(last, labels)) {
        break;
      }
      System.arraycopy(labels, 0, last, 0, rows);
    }
    assignAll(centers);
    measure(centers);
    double inertia = 0;
    for (int i = 0; i < rows; i++) {
      inertia += input.weights[i] * distances[i];
    }
    return new KMeans.Result(centers, labels, inertia, iteration);
  }

  /** Finds each row's center and leaves the sums per center in the slots of task 0. */
  private void assignAll(Matrix centers) {
    NearestCenters.Target target = input.search.target(centers);
    parallel.forBlocks(
        rows,
        TASK,
        (task, from, to) -> {
          if (taskProducts[task] == null) {
            taskProducts[task] = NearestCenters.buffer(clusterCount);
          }
          Arrays.fill(taskSums[task], 0);
          Arrays.fill(taskMasses[task], 0);
          var slots = new NearestCenters.Slots(taskProducts[task], labels);
          for (int i = from; i < to; i += NearestCenters.BLOCK) {
            input.search.search(i, Math.min(to, i + NearestCenters.BLOCK), target, slots);
          }
          for (int i = from; i < to; i++) {
            addRow(task, i, input.weights[i]);
          }
        });
    for (int task = 1; task < tasks; task++) {
      add(taskSums[0], taskSums[task]);
      add(taskMasses[0], taskMasses[task]);
    }
  }

  private void measure(Matrix centers) {
    parallel.forBlocks(
        rows,
        TASK,
        (task, from, to) -> {
          for (int i = from; i < to; i++) {
            distances[i] = input.points.squaredDistance(i, centers, labels[i]);
          }
        });
  }

  private void addRow(int task, int row, double weight) {
    double[] values = input.points.array();
    double[] sums = taskSums[task];
    int label = labels[row];
    taskMasses[task][label] += weight;
    for (int j = 0; j < columns; j++) {
      sums[label * columns + j] += weight * values[row * columns + j];
    }
  }

  private static void add(double[] into, double[] from) {
    for (int j = 0; j < into.length; j++) {
      into[j] += from[j];
    }
  }

  /**
   * Gives each cluster without mass the point that costs most where it is. A point that sits on its
   * center, or is all its cluster has, stays; then the cluster keeps its old center.
   */
  private void repairEmptyClusters(Matrix centers) {
    double[] masses = taskMasses[0];
    if (Arrays.stream(masses).allMatch(mass -> mass > 0)) {
      return;
    }
    measure(centers);
    for (int c = 0; c < clusterCount; c++) {
      if (masses[c] > 0) {
        continue;
      }
      int farthest = -1;
      double cost = 0;
      double rounding = ROUNDING * input.meanLength;
      for (int i = 0; i < rows; i++) {
        double candidate = input.weights[i] * distances[i];
        if (candidate > cost && distances[i] > rounding && masses[labels[i]] > input.weights[i]) {
          cost = candidate;
          farthest = i;
        }
      }
      if (farthest < 0) {
        return;
      }
      addRow(0, farthest, -input.weights[farthest]);
      labels[farthest] = c;
      distances[farthest] = 0;
      addRow(0, farthest, input.weights[farthest]);
    }
  }

  private double moveCenters(Matrix centers) {
    double shift = 0;
    for (int c = 0; c < clusterCount; c++) {
      double mass = taskMasses[0][c];
      for (int j = 0; mass > 0 && j < columns; j++) {
        double moved = taskSums[0][c * columns + j] / mass;
        double difference = moved - centers.at(c, j);
        shift += difference * difference;
        centers.set(c, j, moved);
      }
    }
    return shift;
  }

  // Greedy k-means++: of 2 + ln C candidates drawn by weighted squared distance, keep the one that
  // leaves the least to pay. When nothing is left to pay, further centers repeat the first one.
  private Matrix seeded(SplittableRandom random) {
    Matrix centers = Matrix.zeros(clusterCount, columns);
    int candidates = 2 + (int) Math.log(clusterCount);
    double[] costs = input.weights.clone();
    double[] cumulative = new double[rows];
    int first = draw(random, cumulative, accumulate(costs, cumulative));
    double[] none = new double[rows];
    Arrays.fill(none, Double.POSITIVE_INFINITY);
    double[][] trials = new double[candidates][rows];
    distanceAfter(first, none, trials[0]);
    double[] current = trials[0];
    trials[0] = none;
    copyRow(first, centers, 0);
    for (int c = 1; c < clusterCount; c++) {
      for (int i = 0; i < rows; i++) {
        costs[i] = input.weights[i] * current[i];
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
    double[] center = input.points.row(point);
    RowBlocks blocks = input.blocks;
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
            cost += input.weights[from + i] * distance;
          }
          blockCosts[block] = cost;
        });
    double sum = 0;
    for (double cost : blockCosts) {
      sum += cost;
    }
    return sum;
  }

  private void copyRow(int point, Matrix centers, int c) {
    System.arraycopy(input.points.array(), point * columns, centers.array(), c * columns, columns);
  }
}
