package io.coterie.method.pooled;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.method.CoordinatorContext;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import java.util.stream.IntStream;

/** A reference, not federated: k-means on the records of all sites in one place. */
public final class CentralKMeansMethod implements PooledMethod {
  @Override
  public String name() {
    return "central-kmeans";
  }

  @Override
  public String summary() {
    return "not federated: k-means on the pooled records, 10 restarts";
  }

  @Override
  public Answer cluster(Matrix records, StudyPlan plan, CoordinatorContext context) {
    int clusterCount = plan.clusters().value();
    KMeans.Result found =
        new KMeans(KMeans.Options.of(clusterCount))
            .fit(records, context.seed().child("clusters"), context.parallel());
    context.report("k-means", "%d iterations".formatted(found.iterations()));
    IntVector own = IntVector.of(IntStream.range(0, clusterCount).toArray());
    return Answer.of(new NearestPrototype(found.centers(), own, clusterCount));
  }
}
