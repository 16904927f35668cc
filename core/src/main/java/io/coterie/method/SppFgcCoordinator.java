package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.fusion.CoarseFusion;
import io.coterie.fusion.ConstrainedLaplacianRank;
import io.coterie.fusion.StructureFusion;
import io.coterie.math.IntVector;
import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.model.ClusterModel;
import io.coterie.model.FittedModel;
import io.coterie.model.NearestPrototype;
import io.coterie.protocol.GroupClusters;
import io.coterie.protocol.Payload;
import io.coterie.protocol.Question;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.SiteStructure;
import io.coterie.protocol.StudyPlan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The coordinator part of SPP-FGC: one question, then fusion. */
final class SppFgcCoordinator implements CoordinatorPart {
  private final StudyPlan plan;
  private final CoordinatorContext context;
  private final Resolution resolution;
  private boolean asked;

  SppFgcCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.context = context;
    this.resolution = Resolution.of(plan);
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    if (!asked) {
      asked = true;
      return new Step.Ask(
          new Question("structure"), Replies.structure(context.dimension(), resolution));
    }
    List<SiteStructure> sites =
        replies.stream().map(reply -> reply.payloadAs(SiteStructure.class)).toList();
    int prototypes = sites.stream().mapToInt(site -> site.counts().size()).sum();
    context.findings().report("prototypes", Integer.toString(prototypes));
    if (prototypes < plan.clusters().value()) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' records form only %d groups; ask for"
                  + " fewer.")
              .formatted(plan.clusters().value(), prototypes));
    }
    return resolution == Resolution.COARSE ? coarse(replies, sites) : learned(replies, sites);
  }

  private Step learned(List<SiteMessage> replies, List<SiteStructure> sites) {
    StructureFusion fusion =
        new StructureFusion(plan.clusters().value(), context.seed(), context.parallel());
    StructureFusion.Result result =
        resolution == Resolution.RECORD
            ? fusion.ofRecords(sites)
            : fusion.ofComponents(sites, neighbors(sites));
    ConstrainedLaplacianRank.Result found = result.learned();
    long met = sites.stream().filter(site -> site.graph().converged()).count();
    context
        .findings()
        .report(
            "site graphs",
            "%d of %d have %d components, after %d steps at most%s"
                .formatted(
                    met,
                    sites.size(),
                    plan.clusters().value(),
                    sites.stream().mapToInt(site -> site.graph().steps()).max().orElse(0),
                    met < sites.size() ? "; spectral clusters at the others" : ""));
    context
        .findings()
        .report(
            "learned graph",
            "%s: %d components after %d steps%s"
                .formatted(
                    found.converged() ? "converged" : "not converged",
                    found.components(),
                    found.steps(),
                    found.converged() ? "" : ", clusters by k-means on F"));
    return finish(replies, found.clusters(), result.model());
  }

  /** Returns the neighbors of a record at a site of average size. */
  private int neighbors(List<SiteStructure> sites) {
    double records = sites.stream().mapToDouble(site -> site.counts().sum()).sum();
    return SppFgcMethod.neighbors(plan, (int) (records / sites.size()));
  }

  private Step coarse(List<SiteMessage> replies, List<SiteStructure> sites) {
    CoarseFusion fusion =
        new CoarseFusion(plan.clusters().value(), context.seed(), context.parallel());
    CoarseFusion.Result found = fusion.fit(sites);
    context.findings().report("components", Integer.toString(found.partition().components()));
    context
        .findings()
        .measure(Findings.EIGENGAP, () -> found.partition().eigengap(plan.clusters().value()));
    context.findings().measure(Findings.STABILITY, () -> fusion.stability(found));
    ClusterModel model =
        new NearestPrototype(
            found.nodes().points(), found.partition().clusters(), plan.clusters().value());
    return finish(replies, found.partition().clusters(), model);
  }

  /** Tells every site the clusters of its own nodes alone. */
  private Step finish(List<SiteMessage> replies, IntVector clusters, ClusterModel model) {
    int[] all = clusters.toArray();
    Map<String, Payload> answers = new HashMap<>();
    int at = 0;
    for (SiteMessage reply : replies) {
      SiteStructure site = reply.payloadAs(SiteStructure.class);
      int size =
          resolution == Resolution.RECORD
              ? site.graph().memberships().size()
              : site.counts().size();
      IntVector own = IntVector.of(Arrays.copyOfRange(all, at, at + size));
      answers.put(reply.site(), new GroupClusters(own, plan.clusters().value()));
      at += size;
    }
    return new Step.Finish(
        new FittedModel(plan.input().dimension(), Representation.identity(), model), answers);
  }
}
