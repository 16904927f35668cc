package io.coterie.method.anchor;

import io.coterie.message.Payload;
import io.coterie.message.PayloadKind;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.FederatedMethod;
import io.coterie.method.MethodOption;
import io.coterie.method.MethodOption.Values;
import io.coterie.method.Schedule;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.method.Sites;
import io.coterie.method.internal.prepare.PreparationSchedule;
import io.coterie.method.internal.robust.Robustness;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.Microclustering;
import io.coterie.site.internal.StructuralGraph;
import java.util.List;

/**
 * The anchor graph from small groups of each site. It follows records more closely than totals over
 * all sites do, and gives more away: means of about three records of a site, some of a single one.
 *
 * <ol>
 *   <li>Sites send microclusters; the coordinator samples anchors among them.
 *   <li>Three Lloyd rounds (--rounds) move the anchors by sums.
 *   <li>Sites send B_k = Z_kᵀ Z_k, with Z the adaptive weights to the nearest anchors.
 *   <li>The coordinator divides the graph B = Σ B_k; sites label their records through the anchors.
 *   <li>Images and feature vectors: sums by cluster give a metric, and the graph is made once more
 *       in it, from the same anchors.
 *   <li>Tables: a Gaussian mixture is fitted from there by sums, and kept if it is sure of itself.
 * </ol>
 */
public final class AnchorGroupsMethod implements FederatedMethod {
  public static final String NAME = "anchor-graph:groups";

  /** Microclusters of a site of n records: this times √n. */
  static final double MICROCLUSTER_FACTOR = 8;

  private static final int LLOYD_ROUNDS = 3;

  private static final MethodOption<Integer> ROUNDS =
      new MethodOption<>(
          "rounds",
          "N",
          Values.atLeast(1),
          Integer.toString(LLOYD_ROUNDS),
          "How many rounds move the anchors.");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "means of small groups of each site once, then sums around shared anchors";
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(MethodOption.NEIGHBORS, ROUNDS, Robustness.OPTION);
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(MomentsQuestion.class).asks("sums by cluster"),
        PayloadKind.of(MixtureQuestion.class).asks("sums for Gaussian mixtures"),
        PayloadKind.of(MappedAnchors.class),
        PayloadKind.of(RefinementStart.class).asks("sums by cluster"));
  }

  @Override
  public boolean drawsInTails() {
    return true;
  }

  @Override
  public boolean findsClusterCount() {
    return true;
  }

  @Override
  public void check(StudyPlan plan) {
    Robustness.check(plan);
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    return GroupsSchedule.of(plan, PreparationSchedule.dimension(this, plan));
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    int n = context.data().blocks().sampleSize();
    return new GroupsSite(
        context,
        new Microclustering.Options(
            MICROCLUSTER_FACTOR, plan.clusters().orAssumed(), neighbors(plan, n)),
        plan.privacy().smallestGroup());
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return new GroupsCoordinator(plan, context, sites).coordinate();
  }

  static int rounds(StudyPlan plan) {
    return ROUNDS.in(plan).orElse(LLOYD_ROUNDS);
  }

  private static int neighbors(StudyPlan plan, int n) {
    return MethodOption.NEIGHBORS.in(plan).orElseGet(() -> StructuralGraph.defaultNeighbors(n));
  }
}
