package io.coterie.method.fedsc;

import io.coterie.message.FieldProtection;
import io.coterie.message.FieldProtection.Rule;
import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
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
import io.coterie.site.internal.SubspaceClusters;
import java.util.List;
import java.util.OptionalInt;

/**
 * Fed-SC: S. Xie, Y. Wu, K. Liao, L. Chen, C. Liu, H. Shen, M. Tang, L. Sun. <i>Fed-SC: One-Shot
 * Federated Subspace Clustering over High-Dimensional Data</i>. ICDE 2023. Each site clusters its
 * records by linear subspaces and sends one random point of each; the coordinator clusters the
 * points, and every local cluster takes the label of its point.
 *
 * <p>Records are scaled to unit length first: subspaces are about directions, as in the paper's
 * experiments with images.
 *
 * <p>Departures. A record is expressed by the 100 records most correlated with it instead of all of
 * them, which favors its own cluster ({@link io.coterie.graph.internal.SubspaceGraph}). A site
 * finds at least two clusters unless {@code --local-clusters} says one. A local cluster of fewer
 * than five records is dissolved, and a site of fewer refused: the sample of such a subspace is
 * nearly a record. New records join the nearest sample in angle, which is all the coordinator knows
 * of the subspaces.
 */
public final class FedScMethod implements FederatedMethod {
  private static final MethodOption<Integer> LOCAL_CLUSTERS =
      new MethodOption<>(
          "local-clusters",
          "K",
          Values.atLeast(1),
          "found from the site's spectrum",
          "How many local clusters a site has.");

  @Override
  public String name() {
    return "fed-sc";
  }

  @Override
  public String summary() {
    return "one random point of each local subspace, once; --subspace tsc|ssc joins them";
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(LOCAL_CLUSTERS, SubspaceGraphKind.OPTION);
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(SubspaceSamples.class)
            .field(
                "samples",
                "none: random points of local subspaces",
                Rule.ofAtLeast(SubspaceClusters.LEAST))
            .field("search", FieldProtection.SEARCH));
  }

  /** Returns the clusters of a site where the plan says them, else its spectrum does. */
  static OptionalInt localClusters(StudyPlan plan) {
    return LOCAL_CLUSTERS.in(plan).map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    long d = PreparationSchedule.dimension(this, plan);
    int local = localClusters(plan).orElse(SubspaceClusters.MOST);
    Stage samples =
        Stage.required(
            Step.clear(plan, FedScSite.SAMPLES, SubspaceSamples.class, 1, local * d + 1));
    return localClusters(plan).isPresent()
        ? Schedule.of(samples)
        : Schedule.of(
            samples,
            Stage.optional(
                Step.clear(
                    plan,
                    FedScSite.AS_MANY_AS_CLUSTERS,
                    SubspaceSamples.class,
                    1,
                    plan.clusters().value() * d + 1)));
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new FedScSite(plan, context);
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return new FedScCoordinator(plan, context, sites).coordinate();
  }
}
