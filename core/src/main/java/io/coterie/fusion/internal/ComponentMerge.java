package io.coterie.fusion.internal;

import io.coterie.graph.internal.Components;
import io.coterie.math.internal.SmallestFew;
import java.util.Arrays;

/**
 * Joins connected components, nearest first, until as many are left as there are clusters. Two
 * components are as far apart as the mean of the five smallest squared distances between them, and
 * groups of components as their nearest members (single linkage).
 */
final class ComponentMerge {
  private static final int CLOSEST_PAIRS = 5;

  private ComponentMerge() {}

  static int[] merge(Components components, WeightedPoints nodes, int clusterCount) {
    int count = components.count();
    double[][] distances = distances(components, nodes);
    Components.Builder builder = new Components.Builder(count);
    Components groups = builder.ofFirst(count);
    while (groups.count() > clusterCount) {
      int a = -1;
      int b = -1;
      double nearest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
          if (groups.of(i) != groups.of(j) && distances[i][j] < nearest) {
            nearest = distances[i][j];
            a = i;
            b = j;
          }
        }
      }
      builder.join(a, b);
      groups = builder.ofFirst(count);
    }
    return Arrays.stream(components.labels()).map(groups::of).toArray();
  }

  private static double[][] distances(Components components, WeightedPoints nodes) {
    int count = components.count();
    SmallestFew[][] smallest = new SmallestFew[count][count];
    for (SmallestFew[] row : smallest) {
      Arrays.setAll(row, b -> new SmallestFew(CLOSEST_PAIRS));
    }
    for (int i = 0; i < nodes.points().rows(); i++) {
      for (int j = i + 1; j < nodes.points().rows(); j++) {
        int a = Math.min(components.of(i), components.of(j));
        int b = Math.max(components.of(i), components.of(j));
        if (a != b) {
          smallest[a][b].offer(nodes.points().squaredDistance(i, nodes.points(), j), i);
        }
      }
    }
    double[][] distances = new double[count][count];
    for (int a = 0; a < count; a++) {
      for (int b = a + 1; b < count; b++) {
        distances[a][b] = Arrays.stream(smallest[a][b].values()).average().orElseThrow();
      }
    }
    return distances;
  }
}
