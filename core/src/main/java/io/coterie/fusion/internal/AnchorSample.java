package io.coterie.fusion.internal;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.internal.Doubles;
import io.coterie.message.internal.Microclusters;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The first anchors: P = clip(20 √N, 10 C, N/3) of the sites' microclusters, drawn without
 * replacement in proportion to their counts.
 */
public final class AnchorSample {
  private static final double FACTOR = 20;

  private AnchorSample() {}

  /** In the order of the sites; at most so many, whatever the records would allow. */
  public static Matrix of(List<Microclusters> sites, int clusterCount, int most, Seed seed) {
    WeightedPoints all = WeightedPoints.of(sites);
    double records = sites.stream().mapToDouble(site -> site.counts().sum()).sum();
    int wanted = Math.min(most, anchorCount(records, clusterCount));
    return all.points().rows() <= wanted
        ? all.points()
        : all.points().selectRows(draw(all.mass().toArray(), wanted, seed.random()));
  }

  private static int anchorCount(double records, int clusterCount) {
    double low = 10.0 * clusterCount;
    // Where there are hardly more records than clusters, each cluster still needs an anchor.
    double high = Math.max(Math.floor(records / 3), Math.min(records, clusterCount));
    return (int) Math.max(1, Math.min(Math.max(FACTOR * Math.sqrt(records), low), high));
  }

  /**
   * Draws by exponential clocks: the items whose Exp(weight) clocks ring first are a draw without
   * replacement in proportion to the weights (Efraimidis and Spirakis 2006).
   */
  private static int[] draw(double[] weights, int count, SplittableRandom random) {
    double[] clocks = new double[weights.length];
    for (int i = 0; i < clocks.length; i++) {
      clocks[i] = -Math.log(1 - random.nextDouble()) / weights[i];
    }
    int[] chosen = Arrays.copyOf(Doubles.order(clocks), count);
    Arrays.sort(chosen);
    return chosen;
  }
}
