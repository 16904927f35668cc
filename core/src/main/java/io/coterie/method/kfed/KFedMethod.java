package io.coterie.method.kfed;

import io.coterie.message.internal.SiteCenters;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.method.Schedule;
import io.coterie.method.Schedule.Stage;
import io.coterie.method.Schedule.Step;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.internal.prepare.PreparationSchedule;
import io.coterie.plan.StudyPlan;
import java.util.List;

/**
 * k-FED: every site clusters its own records and sends the centers once; the coordinator clusters
 * the centers, and a record inherits the cluster of its site's center.
 *
 * <p>D. K. Dennis, T. Li, V. Smith. <i>Heterogeneity for the Win: One-Shot Federated
 * Clustering</i>. ICML 2021. Names here and there: local clusters k′ (default C), sites Z, clusters
 * k. As in the authors' code, the coordinator runs Lloyd's iteration to its end.
 */
public final class KFedMethod implements FederatedMethod {
  private static final MethodOption<Integer> LOCAL_CLUSTERS =
      new MethodOption<>(
          "local-clusters",
          "K",
          Values.atLeast(1),
          "the number of clusters",
          "How many local clusters a site has.");

  @Override
  public String name() {
    return "k-fed";
  }

  @Override
  public String summary() {
    return "one round: each site's k-means centers are clustered; --local-clusters a site";
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(LOCAL_CLUSTERS);
  }

  static int localClusters(StudyPlan plan) {
    return LOCAL_CLUSTERS.in(plan).orElse(plan.clusters().value());
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    long d = PreparationSchedule.dimension(this, plan);
    return Schedule.of(
        Stage.required(
            Step.clear(
                plan, KFedCoordinator.CENTERS, SiteCenters.class, 1, localClusters(plan) * d)));
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new KFedSite(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return new KFedCoordinator(plan, context, sites).coordinate();
  }
}
