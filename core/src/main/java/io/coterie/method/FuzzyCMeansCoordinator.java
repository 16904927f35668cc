package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.fusion.WeightedPoints;
import io.coterie.math.FuzzyCMeans;
import io.coterie.math.KMeans;
import io.coterie.math.Matrix;
import io.coterie.model.FittedModel;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.FuzzyCenters;
import io.coterie.protocol.FuzzySums;
import io.coterie.protocol.Microclusters;
import io.coterie.protocol.Question;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The coordinator part of fuzzy c-means. The cluster of a record is its largest membership. */
final class FuzzyCMeansCoordinator implements CoordinatorPart {
  private static final int START_RESTARTS = 5;
  private static final int MAX_ROUNDS = 100;

  /** Centers that move less than this, in units of the start's deviation, stand still. */
  private static final double STILL = 1e-5;

  /** Moves below this part of the largest coordinate are rounding. */
  private static final double ROUNDING = 1e-12;

  private final StudyPlan plan;
  private final CoordinatorContext context;
  private boolean asked;
  private FuzzyCMeans step;
  private double tolerance;
  private int round;

  FuzzyCMeansCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.context = context;
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    if (!asked) {
      asked = true;
      return new Step.Ask(new Question("centers"), Replies.groups(context));
    }
    return step == null ? start(replies) : move(SiteMessage.total(replies, FuzzySums.class));
  }

  private Step start(List<SiteMessage> replies) {
    WeightedPoints points =
        WeightedPoints.of(
            replies.stream().map(reply -> reply.payloadAs(Microclusters.class)).toList());
    int clusterCount = plan.clusters().value();
    if (clusterCount > points.points().rows()) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' records start from only %d centers; ask for"
                  + " fewer.")
              .formatted(clusterCount, points.points().rows()));
    }
    KMeans.Result found =
        new KMeans(KMeans.Options.of(clusterCount).withRestarts(START_RESTARTS))
            .fit(
                points.points(),
                points.mass().toArray(),
                context.seed().child("ffcm"),
                context.parallel());
    step =
        new FuzzyCMeans(
            found.centers(), FuzzyCMeansMethod.fuzzifier(plan, points.points().columns()));
    tolerance = Math.max(STILL * deviation(points), ROUNDING * largest(found.centers()));
    context.findings().report("fuzzifier", Double.toString(step.fuzzifier()));
    return ask();
  }

  private Step ask() {
    Matrix centers = step.centers();
    return new Step.Ask(
        new FuzzyCenters(step), Reply.sum(FuzzySums.zero(centers.rows(), centers.columns())));
  }

  private Step move(FuzzySums total) {
    round++;
    Matrix moved = step.moved(total.sums());
    Matrix moves = moved.copy();
    for (int k = 0; k < moves.array().length; k++) {
      moves.array()[k] -= step.centers().array()[k];
    }
    step = new FuzzyCMeans(moved, step.fuzzifier());
    boolean still = largest(moves) <= tolerance;
    if (!still && round < MAX_ROUNDS) {
      return ask();
    }
    context
        .findings()
        .report(
            "fuzzy c-means",
            "%s after %d rounds".formatted(still ? "converged" : "not converged", round));
    return new Step.Finish(
        new FittedModel(
            plan.input().dimension(), Representation.identity(), NearestPrototype.ofCenters(moved)),
        Map.of());
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
