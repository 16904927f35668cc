package io.coterie.fusion.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.Microclusters;
import java.util.Arrays;
import java.util.List;

/**
 * What the nodes of a fused graph stand for: where each lies and how many records it represents.
 *
 * @param points one row per node
 * @param mass records per node
 */
public record WeightedPoints(Matrix points, Vector mass) {
  public WeightedPoints {
    if (points.rows() != mass.size()) {
      throw new IllegalArgumentException(
          "%d points but %d masses.".formatted(points.rows(), mass.size()));
    }
  }

  /** In the order of the sites. */
  public static WeightedPoints of(List<Microclusters> sites) {
    double[] counts =
        sites.stream().flatMapToDouble(site -> Arrays.stream(site.counts().toArray())).toArray();
    return new WeightedPoints(
        Matrix.stacked(sites.stream().map(Microclusters::means).toList()), Vector.of(counts));
  }

  /** Of records, not of nodes: each node counts by its mass. */
  public Vector mean() {
    double[] mean = new double[points.columns()];
    double total = mass.sum();
    for (int p = 0; p < points.rows(); p++) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += mass.at(p) / total * points.at(p, j);
      }
    }
    return Vector.of(mean);
  }
}
