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
import io.coterie.method.dp.DpClustering;
import io.coterie.method.internal.prepare.PreparationSchedule;
import io.coterie.method.internal.robust.Robustness;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.Microclustering;
import io.coterie.site.internal.StructuralGraph;
import java.util.List;
import java.util.Set;

/**
 * The anchor graph: all sites describe their records against one shared set of anchors, and after
 * the first round everything they send is a sum over records. No record graph, no label and no
 * embedding leaves a site.
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
public final class AnchorGraphMethod implements FederatedMethod {
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
    return "anchor-graph";
  }

  @Override
  public String summary() {
    return "small groups once, then sums around shared anchors; the default";
  }

  @Override
  public List<MethodOption<?>> options() {
    return List.of(MethodOption.NEIGHBORS, ROUNDS, Robustness.OPTION);
  }

  @Override
  public List<PayloadKind<? extends Payload>> kinds() {
    return List.of(
        PayloadKind.of(MomentsQuestion.class).asks("sums by cluster"),
        PayloadKind.of(MappedAnchors.class),
        PayloadKind.of(MixtureQuestion.class).asks("sums for Gaussian mixtures"),
        PayloadKind.of(TreeQuestion.Root.class).asks("totals over all records"),
        PayloadKind.of(TreeQuestion.Halves.class).asks("how many records are in the cells"),
        PayloadKind.of(TreeQuestion.Split.class).asks("totals over the cells"),
        PayloadKind.of(PairQuestion.class).asks("how many records are near two anchors"),
        PayloadKind.of(MemberQuestion.class).asks("rounded sums by cluster"),
        PayloadKind.of(RoundQuestion.class).asks("rounded counts"),
        PayloadKind.of(RefinementStart.class).asks("sums by cluster"));
  }

  @Override
  public boolean drawsInTails() {
    return true;
  }

  @Override
  public Set<PrivacyLevel> levels() {
    return Set.of(PrivacyLevel.COMPONENT, PrivacyLevel.TOTALS, PrivacyLevel.DP);
  }

  @Override
  public boolean findsClusterCount() {
    return true;
  }

  @Override
  public void check(StudyPlan plan) {
    Robustness.check(plan);
    if (plan.privacy().level() == PrivacyLevel.TOTALS) {
      TotalsSchedule.check(plan);
    }
    if (plan.privacy().isDp()) {
      DpClustering.check(plan);
    }
  }

  @Override
  public Schedule schedule(StudyPlan plan) {
    return switch (plan.privacy().level()) {
      case DP -> DpClustering.schedule(plan);
      case TOTALS -> new TotalsSchedule(plan, PreparationSchedule.dimension(this, plan)).schedule();
      default -> AnchorGraphSchedule.of(plan, PreparationSchedule.dimension(this, plan));
    };
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    if (plan.privacy().isDp()) {
      return DpClustering.site(plan, context);
    }
    if (plan.privacy().level() == PrivacyLevel.TOTALS) {
      return new TotalsSite(context, plan.privacy().smallestGroup());
    }
    int n = context.data().blocks().sampleSize();
    return new AnchorGraphSite(
        context,
        new Microclustering.Options(
            MICROCLUSTER_FACTOR, plan.clusters().orAssumed(), neighbors(plan, n)),
        plan.privacy().smallestGroup());
  }

  @Override
  public Clustering coordinate(StudyPlan plan, CoordinatorContext context, Sites sites) {
    return switch (plan.privacy().level()) {
      case DP -> DpClustering.coordinate(plan, context, sites);
      case TOTALS -> new TotalsCoordinator(plan, context, sites).coordinate();
      default -> new AnchorGraphCoordinator(plan, context, sites).coordinate();
    };
  }

  static int rounds(StudyPlan plan) {
    return ROUNDS.in(plan).orElse(LLOYD_ROUNDS);
  }

  private static int neighbors(StudyPlan plan, int n) {
    return MethodOption.NEIGHBORS.in(plan).orElseGet(() -> StructuralGraph.defaultNeighbors(n));
  }
}
