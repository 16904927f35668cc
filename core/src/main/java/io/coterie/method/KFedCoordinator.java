package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.fusion.FarthestFirst;
import io.coterie.math.IntVector;
import io.coterie.math.KMeans;
import io.coterie.math.Matrix;
import io.coterie.model.FittedModel;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.GroupClusters;
import io.coterie.protocol.Payload;
import io.coterie.protocol.Question;
import io.coterie.protocol.SiteCenters;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The coordinator part of k-FED: one question, then k-means on the sites' centers, from those of
 * the first site and the farthest of the others.
 */
final class KFedCoordinator implements CoordinatorPart {
  private static final int MAX_ITERATIONS = 300;

  private final StudyPlan plan;
  private final CoordinatorContext context;
  private boolean asked;

  KFedCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.context = context;
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    if (!asked) {
      asked = true;
      return new Step.Ask(new Question("centers"), Replies.centers(context));
    }
    List<Matrix> sites =
        replies.stream().map(reply -> reply.payloadAs(SiteCenters.class).means()).toList();
    Matrix centers = Matrix.stacked(sites);
    requireEnough(replies.size(), centers.rows());
    int clusterCount = plan.clusters().value();
    int[] start = FarthestFirst.choose(centers, sites.get(0).rows(), clusterCount);
    KMeans.Result found =
        new KMeans(new KMeans.Options(clusterCount, 1, MAX_ITERATIONS, 0))
            .fitFrom(centers.selectRows(start), centers, context.parallel());
    context
        .findings()
        .report(
            "site centers",
            "%d, clustered in %d steps".formatted(centers.rows(), found.iterations()));
    return finish(replies, centers, found.labels());
  }

  private void requireEnough(int sites, int centers) {
    int clusterCount = plan.clusters().value();
    int localClusters = KFedMethod.localClusters(plan);
    if ((long) localClusters * sites < clusterCount) {
      throw CoterieException.usage(
          ("%d clusters were asked for, but %d sites with --local-clusters %d have fewer centers in"
                  + " all; raise --local-clusters or ask for fewer clusters.")
              .formatted(clusterCount, sites, localClusters));
    }
    if (centers < clusterCount) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' records form only %d groups of two or more;"
                  + " ask for fewer.")
              .formatted(clusterCount, centers));
    }
  }

  /** Tells every site the clusters of its own centers alone. */
  private Step finish(List<SiteMessage> replies, Matrix centers, int[] clusters) {
    int clusterCount = plan.clusters().value();
    Map<String, Payload> answers = new HashMap<>();
    int at = 0;
    for (SiteMessage reply : replies) {
      int size = reply.payloadAs(SiteCenters.class).means().rows();
      IntVector own = IntVector.of(Arrays.copyOfRange(clusters, at, at + size));
      answers.put(reply.site(), new GroupClusters(own, clusterCount));
      at += size;
    }
    // A new record does as those of the sites did: it inherits the cluster of a site's center.
    NearestPrototype model = new NearestPrototype(centers, IntVector.of(clusters), clusterCount);
    return new Step.Finish(
        new FittedModel(plan.input().dimension(), Representation.identity(), model), answers);
  }
}
