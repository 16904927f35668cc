package io.coterie.method;

import io.coterie.math.IntVector;
import io.coterie.math.KMeans;
import io.coterie.math.Matrix;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.StudyPlan;
import java.util.Set;
import java.util.stream.IntStream;

/** A reference, not federated: k-means on the records of all sites in one place. */
public final class CentralKMeansMethod implements FederatedMethod {
  @Override
  public String name() {
    return "central-kmeans";
  }

  @Override
  public String summary() {
    return "not federated: k-means on the pooled records, 10 restarts";
  }

  @Override
  public Set<String> options() {
    return Set.of();
  }

  @Override
  public boolean isFederated() {
    return false;
  }

  @Override
  public void check(StudyPlan plan) {
    Methods.requireClusterCount(plan);
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new PooledSite(context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return new PooledCoordinator(plan, context, sites).coordinate(CentralKMeansMethod::cluster);
  }

  private static PooledClustering.Answer cluster(
      Matrix records, int clusterCount, CoordinatorContext context) {
    KMeans.Result found =
        new KMeans(KMeans.Options.of(clusterCount))
            .fit(records, context.seed().child("clusters"), context.parallel());
    context.findings().report("k-means", "%d iterations".formatted(found.iterations()));
    IntVector own = IntVector.of(IntStream.range(0, clusterCount).toArray());
    return PooledClustering.Answer.of(new NearestPrototype(found.centers(), own, clusterCount));
  }
}
