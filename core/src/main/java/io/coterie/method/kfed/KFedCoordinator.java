package io.coterie.method.kfed;

import io.coterie.CoterieException;
import io.coterie.fusion.internal.FarthestFirst;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Question;
import io.coterie.message.internal.SiteCenters;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The coordinator of k-FED: one question, then k-means on the sites' centers, from those of the
 * first site and the farthest of the others.
 */
record KFedCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  static final String CENTERS = "centers";
  private static final int MAX_ITERATIONS = 300;

  Clustering coordinate() {
    Map<String, SiteCenters> local = sites.bySite(new Question(CENTERS), centers());
    List<Matrix> means = local.values().stream().map(SiteCenters::means).toList();
    Matrix centers = Matrix.stacked(means);
    requireEnough(local.size(), centers.rows());
    int clusterCount = plan.clusters().value();
    int[] start = FarthestFirst.choose(centers, means.get(0).rows(), clusterCount);
    KMeans.Result found =
        new KMeans(new KMeans.Options(clusterCount, 1, MAX_ITERATIONS, 0))
            .fitFrom(centers.selectRows(start), centers, context.parallel());
    context.report(
        "site centers", "%d, clustered in %d steps".formatted(centers.rows(), found.iterations()));
    // A new record does as those of the sites did: it inherits the cluster of a site's center.
    // How many records a center stands for is not sent: the cluster of the most centers is first.
    double[] ones = new double[centers.rows()];
    Arrays.fill(ones, 1);
    IntVector clusters =
        LargestFirst.renumbered(
            IntVector.of(found.labels()),
            LargestFirst.ranks(centers, ones, found.labels(), clusterCount));
    return Clustering.of(plan, new NearestPrototype(centers, clusters, clusterCount))
        .withGroups(local, site -> site.means().rows(), clusters);
  }

  private Reply<SiteCenters> centers() {
    return Reply.of(
        SiteCenters.class,
        centers -> {
          Reply.requireColumns("its centers", centers.means().columns(), context.dimension());
          context.reach().requireMeans(centers.means());
        });
  }

  private void requireEnough(int siteCount, int centers) {
    int clusterCount = plan.clusters().value();
    int localClusters = KFedMethod.localClusters(plan);
    if ((long) localClusters * siteCount < clusterCount) {
      throw CoterieException.usage(
          ("%d clusters were asked for, but %d sites with --local-clusters %d have fewer centers in"
                  + " all; raise --local-clusters or ask for fewer clusters.")
              .formatted(clusterCount, siteCount, localClusters));
    }
    if (centers < clusterCount) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' records form only %d groups of two or more;"
                  + " ask for fewer.")
              .formatted(clusterCount, centers));
    }
  }
}
