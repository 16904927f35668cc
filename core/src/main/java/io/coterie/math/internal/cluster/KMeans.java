package io.coterie.math.internal.cluster;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.util.Arrays;

/**
 * Weighted k-means: Lloyd's iteration from greedy k-means++ centers (Arthur and Vassilvitskii,
 * 2007; candidates per step as in scikit-learn), the best of several restarts. A restart depends on
 * its own named seed and sums run over fixed blocks in index order, so the answer does not depend
 * on the number of threads.
 *
 * <p>Immutable.
 */
public record KMeans(Options options) {
  /**
   * How to run.
   *
   * @param clusterCount how many centers to place
   * @param restarts how many times to start anew; the lowest inertia wins
   * @param maxIterations how many Lloyd steps a restart may take
   * @param tolerance a restart ends when the centers' squared shifts sum to at most this times the
   *     mean variance of the columns
   */
  public record Options(int clusterCount, int restarts, int maxIterations, double tolerance) {
    public Options {
      requireAtLeastOne("clusterCount", clusterCount);
      requireAtLeastOne("restarts", restarts);
      requireAtLeastOne("maxIterations", maxIterations);
      if (!(tolerance >= 0 && tolerance < 1)) {
        throw new IllegalArgumentException(
            "tolerance is %s; it must be from 0 up to, but not, 1. The default is 1.0E-4."
                .formatted(tolerance));
      }
    }

    /**
     * 10 restarts, at most 300 iterations and tolerance 1e-4: the long-standing defaults of
     * scikit-learn.
     */
    public static Options of(int clusterCount) {
      return new Options(clusterCount, 10, 300, 1e-4);
    }

    public Options withRestarts(int count) {
      return new Options(clusterCount, count, maxIterations, tolerance);
    }

    private static void requireAtLeastOne(String name, int value) {
      if (value < 1) {
        throw new IllegalArgumentException(
            "%s is %d; it must be at least 1.".formatted(name, value));
      }
    }
  }

  /**
   * The best restart. With fewer distinct points than clusters some centers coincide and own no
   * point.
   *
   * @param centers one row per cluster
   * @param labels the nearest center of each point
   * @param inertia the weighted sum of squared distances to the nearest centers
   * @param iterations how many Lloyd steps the best restart took
   */
  @SuppressWarnings("ArrayRecordComponent") // a large answer that nobody compares; shared
  public record Result(Matrix centers, int[] labels, double inertia, int iterations) {}

  /** Clusters points of equal weight. */
  public Result fit(Matrix points, Seed seed, Parallel parallel) {
    return fit(points, ones(points), seed, parallel);
  }

  /** Clusters weighted points; a point of weight zero gets a label but moves no center. */
  public Result fit(Matrix points, double[] weights, Seed seed, Parallel parallel) {
    KMeansRun.Input input = input(points, weights, parallel);
    Result[] results = new Result[options.restarts];
    parallel.forEach(
        options.restarts,
        i ->
            results[i] =
                new KMeansRun(input, options, parallel).run(seed.child("restart").child(i)));
    Result best = results[0];
    for (Result result : results) {
      if (result.inertia < best.inertia) {
        best = result;
      }
    }
    return best;
  }

  /** Runs Lloyd's iteration on points of equal weight from the given centers alone. */
  public Result fitFrom(Matrix centers, Matrix points, Parallel parallel) {
    if (centers.rows() != options.clusterCount || centers.columns() != points.columns()) {
      throw new IllegalArgumentException(
          "%d centers of %d columns cannot start %d clusters of points of %d columns."
              .formatted(
                  centers.rows(), centers.columns(), options.clusterCount, points.columns()));
    }
    KMeansRun.Input input = input(points, ones(points), parallel);
    return new KMeansRun(input, options, parallel).runFrom(centers.copy());
  }

  /** Plain D² sampling, one draw for each center; each of them is a point. */
  public Matrix sampledSeeds(Matrix points, Seed seed, Parallel parallel) {
    KMeansRun.Input input = input(points, ones(points), parallel);
    return new KMeansSeeding(input, options.clusterCount, parallel).centers(seed.random(), 1);
  }

  private static double[] ones(Matrix points) {
    double[] ones = new double[points.rows()];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** The lowest center among equals. */
  public static int[] nearest(Matrix points, Matrix centers, Parallel parallel) {
    if (points.columns() != centers.columns() || centers.rows() == 0) {
      throw new IllegalArgumentException(
          "Points of %d columns cannot be assigned to %d centers of %d columns; the columns must be"
                  .formatted(points.columns(), centers.rows(), centers.columns())
              + " the same and there must be a center.");
    }
    NearestCenters rows = NearestCenters.of(points, centers.columnMeans(), parallel);
    NearestCenters.Target target = rows.target(centers);
    int[] labels = new int[points.rows()];
    parallel.forBlocks(
        points.rows(),
        NearestCenters.BLOCK,
        (block, from, to) -> {
          double[] buffer = NearestCenters.buffer(centers.rows());
          rows.search(from, to, target, new NearestCenters.Slots(buffer, labels));
        });
    return labels;
  }

  private static KMeansRun.Input input(Matrix points, double[] weights, Parallel parallel) {
    if (weights.length != points.rows() || points.rows() == 0) {
      throw new IllegalArgumentException(
          "There are %d points and %d weights; give at least one point and a weight for each."
              .formatted(points.rows(), weights.length));
    }
    double total = 0;
    for (double weight : weights) {
      if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "A weight is %s; weights must be finite and not negative.".formatted(weight));
      }
      total += weight;
    }
    if (!(total > 0 && total < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The weights sum to %s; the sum must be positive and finite.".formatted(total));
    }
    return KMeansRun.Input.of(points, weights, parallel);
  }
}
