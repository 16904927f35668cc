package io.coterie.fusion.internal;

import io.coterie.math.Matrix;
import io.coterie.math.internal.Doubles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses points that are far apart: each further one is the farthest from all chosen before
 * (Gonzalez 1985), the first of equals.
 */
public final class FarthestFirst {
  private FarthestFirst() {}

  /**
   * Returns the numbers of the chosen points. The first {@code given} points are chosen before any
   * other, or only the very first if they are more than {@code count}.
   */
  public static int[] choose(Matrix points, int given, int count) {
    if (count < 1 || count > points.rows() || given < 1) {
      throw new IllegalArgumentException(
          "%d of %d points cannot be chosen from %d given.".formatted(count, points.rows(), given));
    }
    List<Integer> chosen = new ArrayList<>();
    double[] distances = new double[points.rows()];
    Arrays.fill(distances, Double.POSITIVE_INFINITY);
    int first = given > count ? 1 : given;
    for (int next = 0; chosen.size() < count; next++) {
      int point = next < first ? next : Doubles.argMax(distances.length, i -> distances[i]);
      chosen.add(point);
      for (int i = 0; i < distances.length; i++) {
        distances[i] = Math.min(distances[i], points.squaredDistance(i, points, point));
      }
      distances[point] = -1; // never again, even where all others coincide with a chosen one
    }
    return chosen.stream().mapToInt(Integer::intValue).toArray();
  }
}
