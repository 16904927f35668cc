package io.coterie.deep.fdec;

import io.coterie.CoterieException;
import io.coterie.deep.EncoderMap;
import io.coterie.deep.GroupSums;
import io.coterie.deep.RefineQuestion;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.SiteCenters;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import java.util.List;
import java.util.Locale;

/**
 * The coordinator of F-DEC: averages the autoencoder, clusters the sites' centers, then in turn
 * averages the network that draws codes together and moves the centers to their codes' means.
 */
record FedDecCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  Clustering coordinate() {
    FedDecOptions options = FedDecOptions.of(plan);
    EncoderPlan network = FedDecOptions.network(plan, context.dimension());
    Vector weights = Weights.first(network, context.seed().child("network"));
    int round = 0;
    double loss = 0;
    do {
      round++;
      TrainQuestion training = training(options, weights, round);
      WeightSums sums = sites.total(training, WeightSums.zero(weights.size()));
      weights = Weights.mean(sums);
      loss = sums.loss() / sums.records();
    } while (round < options.rounds());
    context.report("training", String.format(Locale.ROOT, "%d rounds, loss %.4f", round, loss));
    Moved moved = moved(weights, start(weights, network.dimension()));
    while (round < options.rounds() + options.drawingRounds()) {
      round++;
      RefineQuestion drawing =
          new RefineQuestion(
              training(options, weights, round), moved.centers(), network.clusteringWeight());
      weights = Weights.mean(sites.total(drawing, WeightSums.zero(weights.size())));
      moved = moved(weights, moved.centers());
    }
    return Clustering.of(
        plan,
        List.of(new EncoderMap(network, weights, false)),
        NearestPrototype.ofCenters(moved.largestFirst()));
  }

  private static TrainQuestion training(FedDecOptions options, Vector weights, int round) {
    return new TrainQuestion(
        weights,
        round,
        options.rounds() + options.drawingRounds(),
        options.passes(),
        FedDecOptions.LEARNING_RATE,
        Vector.of());
  }

  private Matrix start(Vector weights, int dimension) {
    List<SiteCenters> local =
        sites.each(
            new CodeQuestion(weights, Matrix.zeros(0, 0)),
            Reply.of(SiteCenters.class, own -> check(own, dimension)));
    Matrix all = Matrix.stacked(local.stream().map(SiteCenters::means).toList());
    int clusters = plan.clusters().value();
    if (all.rows() < clusters) {
      throw CoterieException.badData(
          "%d clusters were asked for, but the sites have only %d centers; ask for fewer."
              .formatted(clusters, all.rows()));
    }
    return new KMeans(KMeans.Options.of(clusters))
        .fit(all, context.seed().child("centers"), context.parallel())
        .centers();
  }

  private static void check(SiteCenters own, int dimension) {
    if (own.means().columns() != dimension) {
      throw new IllegalArgumentException(
          "its centers have %d columns where codes have %d"
              .formatted(own.means().columns(), dimension));
    }
  }

  private Moved moved(Vector weights, Matrix centers) {
    AnchorSums sums =
        sites.total(
            new CodeQuestion(weights, centers), AnchorSums.zero(centers.rows(), centers.columns()));
    return new Moved(GroupSums.moved(centers, sums), sums.counts());
  }

  /** Centers among the codes, and how many records each has. */
  private record Moved(Matrix centers, Vector counts) {
    Matrix largestFirst() {
      return LargestFirst.ordered(centers, LargestFirst.ranks(centers, counts.toArray()));
    }
  }
}
