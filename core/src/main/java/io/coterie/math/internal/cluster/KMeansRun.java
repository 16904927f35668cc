package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.Doubles;
import io.coterie.math.internal.RowBlocks;
import java.util.Arrays;

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
      // The mean is the origin of the products in NearestCenters, which round least about it.
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
    return runFrom(new KMeansSeeding(input, clusterCount, parallel).centers(seed.random()));
  }

  /** Runs Lloyd's iteration from these centers, which it moves. */
  KMeans.Result runFrom(Matrix centers) {
    int[] last = new int[rows];
    Arrays.fill(last, -1);
    int iteration = 0;
    while (iteration < options.maxIterations()) {
      iteration++;
      assignAll(centers);
      repairEmptyClusters(centers);
      double shift = moveCenters(centers);
      // The centers rest, or no label has changed since the last step and none will.
      if (shift <= options.tolerance() * input.meanVariance || Arrays.equals(last, labels)) {
        break;
      }
      System.arraycopy(labels, 0, last, 0, rows);
    }
    // The last step moved the centers, so the labels are taken once more.
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
      Doubles.add(taskSums[0], 1, taskSums[task]);
      Doubles.add(taskMasses[0], 1, taskMasses[task]);
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

  /** The sum of the squared shifts. A cluster without mass keeps its center, as its mean is 0/0. */
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
}
