package io.coterie.method.sppfgc;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import io.coterie.method.MethodOption;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.LocalComponents;
import io.coterie.site.internal.Microclustering;
import io.coterie.site.internal.Prototypes;
import io.coterie.site.internal.SmallGroups;
import java.util.Optional;

/**
 * The site part of SPP-FGC. It learns E^p with C connected components (Eq. 3 to 6) and sends a
 * Gaussian prototype of each: mean and covariance of its records, with the paper's Laplace noise
 * (Eq. 7 to 9) where there is an epsilon. E^p itself leaves the site at level paper only.
 */
final class SppFgcSite implements SitePart {
  /** Microclusters of a site of n records: this times √n. */
  static final int FACTOR = 4;

  private final StudyPlan plan;
  private final SiteContext context;
  private final Matrix records;
  private final Resolution resolution;

  // Which group a record is in stays here, but for level paper; the answer names groups.
  private int[] groups;

  SppFgcSite(StudyPlan plan, SiteContext context) {
    this.plan = plan;
    this.context = context;
    this.records = context.data().records();
    this.resolution = Resolution.of(plan);
  }

  @Override
  public SiteMessage reply(CoordinatorMessage question) {
    return context.gate().release(resolution == Resolution.COARSE ? coarse() : components());
  }

  private SiteStructure components() {
    LocalComponents local =
        LocalComponents.of(
            records,
            new LocalComponents.Options(
                plan.clusters().value(), SppFgcMethod.neighbors(plan, records.rows())),
            context.seed(),
            context.parallel());
    // The mean of a component of one record would be that record, so the study may ask for more.
    SmallGroups joined =
        SmallGroups.join(
            records, local.groups(), local.groupCount(), plan.privacy().smallestGroup());
    groups = joined.groups();
    Prototypes prototypes = Prototypes.full(records, groups, joined.groupCount());
    Optional<Double> epsilon = MethodOption.EPSILON.in(plan);
    if (epsilon.isPresent()) {
      prototypes = prototypes.noisy(records, epsilon.get(), context.gate().laplace());
    }
    boolean sendsGraph = resolution == Resolution.RECORD;
    return new SiteStructure(
        prototypes.counts(),
        prototypes.means(),
        prototypes.spreads(),
        sendsGraph
            ? new SiteGraph(local.graph(), IntVector.of(groups), local.converged(), local.steps())
            : SiteGraph.withheld(local.converged(), local.steps()));
  }

  private SiteStructure coarse() {
    Microclustering micro =
        Microclustering.of(
                records,
                new Microclustering.Options(
                    FACTOR, plan.clusters().value(), SppFgcMethod.neighbors(plan, records.rows())),
                context.parallel())
            .withGroupsOf(plan.privacy().smallestGroup(), records);
    groups = micro.groups();
    Prototypes prototypes = Prototypes.diagonal(records, groups, micro.groupCount());
    return new SiteStructure(
        prototypes.counts(),
        prototypes.means(),
        prototypes.spreads(),
        SiteGraph.ofPrototypes(micro.graph().contract(groups, micro.groupCount())));
  }

  @Override
  public Labels labels(CoordinatorMessage answer) {
    return context.labels(
        answer,
        found ->
            resolution == Resolution.RECORD
                ? new Labels(found.clusters(), found.clusterCount())
                : found.of(IntVector.of(groups)));
  }
}
