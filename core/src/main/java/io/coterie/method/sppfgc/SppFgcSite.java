package io.coterie.method.sppfgc;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.message.CoordinatorMessage;
import io.coterie.message.Labels;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.GroupClusters;
import io.coterie.message.internal.SiteStructure;
import io.coterie.message.internal.SiteStructure.SiteGraph;
import io.coterie.method.MethodOption;
import io.coterie.method.SiteContext;
import io.coterie.method.SitePart;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import io.coterie.site.internal.LocalComponents;
import io.coterie.site.internal.Microclustering;
import io.coterie.site.internal.Prototypes;
import io.coterie.site.internal.SmallGroups;
import java.util.Optional;

/** The site part of SPP-FGC: groups its records along its own graph and sends prototypes. */
final class SppFgcSite implements SitePart {
  /** Microclusters of a site of n records: this times √n. */
  private static final double MICROCLUSTER_FACTOR = 4;

  private final StudyPlan plan;
  private final SiteContext context;
  private final Matrix records;
  private final Resolution resolution;
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
                    MICROCLUSTER_FACTOR,
                    plan.clusters().value(),
                    SppFgcMethod.neighbors(plan, records.rows())),
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
    if (answer.payload() instanceof ClusterModel model) {
      // This site was missing when the clusters were found; its records are new to them.
      return context.data().blocks().label(model::label, context.parallel());
    }
    if (!(answer.payload() instanceof GroupClusters found)) {
      throw new IllegalArgumentException(
          "The answer is %s, not clusters.".formatted(answer.payload().kind()));
    }
    if (resolution == Resolution.RECORD) {
      return Labels.of(found.clusters().toArray(), found.clusterCount());
    }
    int[] labels = new int[groups.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = found.clusters().at(groups[i]);
    }
    return Labels.of(labels, found.clusterCount());
  }
}
