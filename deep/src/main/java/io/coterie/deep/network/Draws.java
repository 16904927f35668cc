package io.coterie.deep.network;

import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Which records a pass takes, in batches of nearly equal size.
 *
 * <p>Immutable.
 */
final class Draws {
  private final int records;
  private final int batch;
  // Sums of the draw weights up to each record; empty where all are alike.
  private final double[] cumulative;

  Draws(int records, int batch, Vector weights) {
    this.records = records;
    this.batch = batch;
    this.cumulative = new double[weights.size()];
    if (weights.size() != 0 && weights.size() != records) {
      throw new IllegalArgumentException(
          "There are %d draw weights for %d records; there must be one each, or none."
              .formatted(weights.size(), records));
    }
    double sum = 0;
    for (int i = 0; i < cumulative.length; i++) {
      if (!(weights.at(i) >= 0)) {
        throw new IllegalArgumentException("A draw weight is negative or no number.");
      }
      sum += weights.at(i);
      cumulative[i] = sum;
    }
    if (cumulative.length > 0 && !(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The draw weights add up to %s; the sum must be positive and finite.".formatted(sum));
    }
  }

  int[][] pass(Seed seed) {
    SplittableRandom random = seed.random();
    int[] order = cumulative.length == 0 ? shuffled(random) : drawn(random);
    int count = (records + batch - 1) / batch;
    int[][] batches = new int[count][];
    for (int i = 0; i < count; i++) {
      batches[i] =
          Arrays.copyOfRange(
              order, (int) ((long) records * i / count), (int) ((long) records * (i + 1) / count));
    }
    return batches;
  }

  private int[] shuffled(SplittableRandom random) {
    int[] order = new int[records];
    for (int i = 0; i < records; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  private int[] drawn(SplittableRandom random) {
    int[] order = new int[records];
    double sum = cumulative[records - 1];
    for (int i = 0; i < records; i++) {
      order[i] = at(random.nextDouble() * sum);
    }
    return order;
  }

  // The first record whose sum is above the value: a record of weight zero is never that.
  private int at(double value) {
    int low = 0;
    int high = records - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulative[middle] > value) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
