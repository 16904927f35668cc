package io.coterie.method.fuzzy;

import io.coterie.CoterieException;
import io.coterie.fusion.internal.WeightedPoints;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.FuzzyCMeans;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Question;
import io.coterie.message.internal.FuzzySums;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Sites;
import io.coterie.method.internal.check.Replies;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;

/**
 * The coordinator of fuzzy c-means. A round moves the centers to v = Σ u^m x / Σ u^m with both sums
 * over the records of all sites, as fuzzy c-means does with all records at one place. The cluster
 * of a record is its largest membership, which is that of the nearest center.
 */
record FuzzyCMeansCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  private static final int START_RESTARTS = 5;
  static final String CENTERS = "centers";
  static final int MAX_ROUNDS = 100;

  /** Centers that move less than this, in units of the start's deviation, stand still. */
  private static final double STILL = 1e-5;

  /** Moves below this part of the largest coordinate are rounding. */
  private static final double ROUNDING = 1e-12;

  Clustering coordinate() {
    WeightedPoints points =
        WeightedPoints.of(sites.each(new Question(CENTERS), Replies.groups(context)));
    Matrix centers = start(points);
    double fuzzifier = FuzzyCMeansMethod.fuzzifier(plan, points.points().columns());
    double tolerance = Math.max(STILL * deviation(points), ROUNDING * largest(centers));
    context.report("fuzzifier", Double.toString(fuzzifier));
    boolean isStill = false;
    double[] sizes = new double[centers.rows()];
    int round = 0;
    while (!isStill && round < MAX_ROUNDS) {
      round++;
      FuzzyCMeans step = new FuzzyCMeans(centers, fuzzifier);
      FuzzySums total =
          sites.total(new FuzzyCenters(step), FuzzySums.zero(centers.rows(), centers.columns()));
      Matrix moved = step.moved(total.sums());
      sizes = total.sums().masses().toArray();
      Matrix from = centers;
      isStill = largest(moved.map((c, j, to) -> to - from.at(c, j))) <= tolerance;
      centers = moved;
    }
    context.report(
        "fuzzy c-means",
        "%s after %d rounds".formatted(isStill ? "converged" : "not converged", round));
    return Clustering.of(
        plan, NearestPrototype.ofCenters(centers).renumbered(LargestFirst.ranks(centers, sizes)));
  }

  private Matrix start(WeightedPoints points) {
    int clusterCount = plan.clusters().value();
    if (clusterCount > points.points().rows()) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' records start from only %d centers; ask for"
                  + " fewer.")
              .formatted(clusterCount, points.points().rows()));
    }
    return new KMeans(KMeans.Options.of(clusterCount).withRestarts(START_RESTARTS))
        .fit(
            points.points(),
            points.mass().toArray(),
            context.seed().child("ffcm"),
            context.parallel())
        .centers();
  }

  private static double largest(Matrix values) {
    return Arrays.stream(values.array()).map(Math::abs).max().orElse(0);
  }

  /** Returns the root mean square deviation of the points from their mean, by feature. */
  private static double deviation(WeightedPoints points) {
    Matrix rows = points.points();
    double total = points.mass().sum();
    double squares = 0;
    for (int j = 0; j < rows.columns(); j++) {
      double mean = 0;
      for (int i = 0; i < rows.rows(); i++) {
        mean += points.mass().at(i) * rows.at(i, j) / total;
      }
      for (int i = 0; i < rows.rows(); i++) {
        double difference = rows.at(i, j) - mean;
        squares += points.mass().at(i) * difference * difference / total;
      }
    }
    return Math.sqrt(squares / rows.columns());
  }
}
