package io.coterie.method.dsc;

import io.coterie.CoterieException;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Payload;
import io.coterie.message.Question;
import io.coterie.message.internal.ClusterSums;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The coordinator of Distributed Spectral Clustering: k-means over the sites' centers. */
record DscCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  static final String CENTROIDS = "spectral-centroids";
  static final String OFFER = "point-offer";

  Clustering coordinate() {
    boolean isAbsolute = SignAlignment.of(plan) == SignAlignment.ABSOLUTE;
    Payload start = isAbsolute ? new Question(CENTROIDS) : sharedPoint();
    if (isAbsolute) {
      context.report("shared point", "none: absolute values have no signs to align");
    }
    Map<String, SpectralCentroids> local = sites.bySite(start, centroids());
    report(local.values());
    Matrix all = Matrix.stacked(local.values().stream().map(SpectralCentroids::centroids).toList());
    CommonCentroids common =
        new CommonCentroids(
            new KMeans(KMeans.Options.of(clusterCount()))
                .fit(all, context.seed().child("centroids"), context.parallel())
                .centers());
    ClusterSums sums = sites.total(common, ClusterSums.zero(clusterCount(), context.dimension()));
    // New records join the cluster with the nearest mean.
    int[] used = sums.used();
    Matrix means = sums.means(used, context.dimension());
    double[] sizes = Arrays.stream(used).mapToDouble(c -> sums.counts().at(c)).toArray();
    int[] ranks = LargestFirst.ranks(means, sizes, used, clusterCount());
    return Clustering.of(
            plan, new NearestPrototype(means, IntVector.of(used), clusterCount()).renumbered(ranks))
        .withAnswer(
            local.keySet(), new CommonCentroids(LargestFirst.ordered(common.centroids(), ranks)));
  }

  private int clusterCount() {
    return plan.clusters().value();
  }

  /** Returns a point of one site, by which all sites align the signs of their eigenvectors. */
  private SharedPoint sharedPoint() {
    Map<String, PointOffer> offers =
        sites.bySite(new Question(OFFER), Reply.of(PointOffer.class, offer -> {}));
    List<String> able =
        offers.keySet().stream().filter(site -> offers.get(site).isPossible()).toList();
    if (able.isEmpty()) {
      throw CoterieException.badData(
          "No site has enough records to share a mean of some; use --signs absolute, which shares"
              + " nothing.");
    }
    String chosen = able.get(context.seed().child("point").random().nextInt(able.size()));
    context.report("shared point", "the mean of several near records of %s".formatted(chosen));
    SharedPoint shared = sites.bySite(new PointRequest(chosen), point()).get(chosen);
    if (shared == null || !shared.isPresent()) {
      throw new IllegalArgumentException("No site sent the point that was asked for.");
    }
    return shared;
  }

  private Reply<SharedPoint> point() {
    return Reply.of(
        SharedPoint.class,
        shared ->
            Reply.require(
                shared.equals(SharedPoint.none())
                    || (shared.point().size() == context.dimension()
                        && shared.embedding().size() == clusterCount()),
                "its point has another number of values than was asked for"));
  }

  private Reply<SpectralCentroids> centroids() {
    int count = clusterCount();
    return Reply.of(
        SpectralCentroids.class,
        site ->
            Reply.require(
                site.centroids().rows() == count && site.centroids().columns() == count,
                "it has %d x %d centroids where %d x %d are asked for"
                    .formatted(site.centroids().rows(), site.centroids().columns(), count, count)));
  }

  private void report(Collection<SpectralCentroids> local) {
    long whole = local.stream().filter(site -> site.components() == 1).count();
    long converged = local.stream().filter(SpectralCentroids::converged).count();
    context.report(
        "site graphs",
        "%d of %d in one component, eigenvectors converged at %d"
            .formatted(whole, local.size(), converged));
  }
}
