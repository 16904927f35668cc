package io.coterie.metrics;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.Doubles;
import io.coterie.message.Labels;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The non-empty clusters of some records: sizes, centers, and the sums of the distances and of the
 * squared distances of their records to the center. Takes O(N d).
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record Clusters(
    int recordCount, int[] sizes, Matrix centers, double[] distanceSums, double squaredSum) {
  private static final int BLOCK = 1024;

  static Clusters of(Matrix records, Labels found, Parallel parallel) {
    int[] numbers = numbersOfNonEmpty(found);
    int count = Arrays.stream(numbers).max().orElse(-1) + 1;
    int[] sizes = new int[count];
    Matrix sums = Matrix.zeros(count, records.columns());
    for (int i = 0; i < records.rows(); i++) {
      int cluster = numbers[found.of(i)];
      sizes[cluster]++;
      for (int j = 0; j < records.columns(); j++) {
        sums.set(cluster, j, sums.at(cluster, j) + records.at(i, j));
      }
    }
    Matrix centers = sums.map((cluster, j, sum) -> sum / sizes[cluster]);
    double[] squared = new double[records.rows()];
    parallel.forBlocks(
        records.rows(),
        BLOCK,
        (block, from, to) -> {
          for (int i = from; i < to; i++) {
            squared[i] = records.squaredDistance(i, centers, numbers[found.of(i)]);
          }
        });
    // Added up in the order of the records, so that the threads change no bit.
    double[] distanceSums = new double[count];
    for (int i = 0; i < squared.length; i++) {
      distanceSums[numbers[found.of(i)]] += Math.sqrt(squared[i]);
    }
    return new Clusters(records.rows(), sizes, centers, distanceSums, Doubles.sum(squared));
  }

  // Numbers the clusters that have records from 0 on, so that the others take no part.
  private static int[] numbersOfNonEmpty(Labels found) {
    int[] numbers = new int[found.clusterCount()];
    for (int i = 0; i < found.size(); i++) {
      numbers[found.of(i)] = 1;
    }
    int next = 0;
    for (int cluster = 0; cluster < numbers.length; cluster++) {
      numbers[cluster] = numbers[cluster] == 1 ? next++ : -1;
    }
    return numbers;
  }

  /** With one cluster, or with a record in each, no score is defined. */
  boolean areComparable() {
    return sizes.length > 1 && sizes.length < recordCount;
  }

  /**
   * Mean over clusters of the worst (S_i + S_j) / d_ij; infinite, hence not defined, where two
   * centers coincide.
   */
  OptionalDouble daviesBouldin() {
    double sum = 0;
    for (int i = 0; i < sizes.length; i++) {
      double worst = 0;
      for (int j = 0; j < sizes.length; j++) {
        if (i != j) {
          double between = Math.sqrt(centers.squaredDistance(i, centers, j));
          double spreads = distanceSums[i] / sizes[i] + distanceSums[j] / sizes[j];
          worst = Math.max(worst, spreads / between);
        }
      }
      sum += worst;
    }
    return defined(sum / sizes.length);
  }

  /** (between / (k − 1)) / (within / (n − k)) for k clusters and n records. */
  OptionalDouble calinskiHarabasz() {
    double[] mean = new double[centers.columns()];
    for (int cluster = 0; cluster < sizes.length; cluster++) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += centers.at(cluster, j) * sizes[cluster] / recordCount;
      }
    }
    Matrix middle = Matrix.over(1, mean.length, mean);
    double between = 0;
    for (int cluster = 0; cluster < sizes.length; cluster++) {
      between += sizes[cluster] * centers.squaredDistance(cluster, middle, 0);
    }
    int freeWithin = recordCount - sizes.length;
    int freeBetween = sizes.length - 1;
    return defined(between / squaredSum * freeWithin / freeBetween);
  }

  private static OptionalDouble defined(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
