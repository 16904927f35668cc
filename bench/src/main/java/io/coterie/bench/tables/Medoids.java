package io.coterie.bench.tables;

import java.util.Arrays;

/**
 * Partitioning around medoids: BUILD (L. Kaufman and P. J. Rousseeuw, <i>Finding Groups in
 * Data</i>, 1990), then swaps as soon as one makes the sum of distances smaller, the medoids'
 * losses computed together (FasterPAM; E. Schubert and P. J. Rousseeuw, <i>Fast and eager k-medoids
 * clustering</i>, 2021).
 */
final class Medoids {
  private final float[][] distances;
  private final int n;

  /** The place among the medoids of the nearest one, and the distances of the two nearest. */
  private final int[] near;

  private final float[] first;
  private final float[] second;

  Medoids(float[][] distances) {
    this.distances = distances;
    n = distances.length;
    near = new int[n];
    first = new float[n];
    second = new float[n];
  }

  /** Returns the records that are medoids. */
  int[] find(int count) {
    int[] medoids = build(Math.min(count, n));
    place(medoids);
    int unchanged = 0;
    for (int candidate = 0; unchanged < n; candidate = (candidate + 1) % n) {
      unchanged++;
      int out = swappedFor(candidate, medoids);
      if (out >= 0) {
        medoids[out] = candidate;
        place(medoids);
        unchanged = 0;
      }
    }
    return medoids;
  }

  private int[] build(int count) {
    int[] medoids = new int[count];
    float[] nearest = new float[n];
    Arrays.fill(nearest, Float.POSITIVE_INFINITY);
    for (int m = 0; m < count; m++) {
      double least = Double.POSITIVE_INFINITY;
      for (int candidate = 0; candidate < n; candidate++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
          sum += Math.min(nearest[i], distances[candidate][i]);
        }
        if (sum < least) {
          least = sum;
          medoids[m] = candidate;
        }
      }
      for (int i = 0; i < n; i++) {
        nearest[i] = Math.min(nearest[i], distances[medoids[m]][i]);
      }
    }
    return medoids;
  }

  private void place(int[] medoids) {
    for (int i = 0; i < n; i++) {
      first[i] = Float.POSITIVE_INFINITY;
      second[i] = Float.POSITIVE_INFINITY;
      for (int m = 0; m < medoids.length; m++) {
        float distance = distances[medoids[m]][i];
        if (distance < first[i]) {
          second[i] = first[i];
          first[i] = distance;
          near[i] = m;
        } else if (distance < second[i]) {
          second[i] = distance;
        }
      }
    }
  }

  /** Returns which medoid the candidate should replace; −1 if none. */
  private int swappedFor(int candidate, int[] medoids) {
    double[] change = new double[medoids.length];
    double shared = 0;
    for (int i = 0; i < n; i++) {
      float distance = distances[candidate][i];
      // Without its medoid a record goes to its second one, or to the candidate.
      change[near[i]] += Math.min(distance, second[i]) - first[i];
      if (distance < first[i]) {
        shared += distance - first[i];
        change[near[i]] -= distance - first[i];
      }
    }
    int best = 0;
    for (int m = 1; m < change.length; m++) {
      best = change[m] < change[best] ? m : best;
    }
    // Rounding must not make two medoids take turns for ever.
    return change[best] + shared < -1e-6 ? best : -1;
  }
}
