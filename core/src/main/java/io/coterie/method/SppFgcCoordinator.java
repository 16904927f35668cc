package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.features.Representation;
import io.coterie.fusion.BlockMap;
import io.coterie.fusion.CoarseFusion;
import io.coterie.fusion.ConstrainedLaplacianRank;
import io.coterie.fusion.StructureFusion;
import io.coterie.math.IntVector;
import io.coterie.math.Vector;
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
      return new Step.Ask(new Question("structure"), Replies.structure(context, plan));
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
    context
        .findings()
        .show(
            new Sketch.Places(
                "prototypes",
                result.model().mixture().means(),
                counts(sites),
                result.model().clusters()));
    context
        .findings()
        .show(new Sketch.Blocks("fused graph E*", BlockMap.of(result.fused(), found.clusters())));
    context
        .findings()
        .show(new Sketch.Blocks("learned graph S", BlockMap.of(result.graph(), found.clusters())));
    return finish(replies, found.clusters(), result.model());
  }

  private static Vector counts(List<SiteStructure> sites) {
    return Vector.of(
        sites.stream().flatMapToDouble(site -> Arrays.stream(site.counts().toArray())).toArray());
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
    context
        .findings()
        .show(
            new Sketch.Places(
                "microclusters",
                found.nodes().points(),
                found.nodes().mass(),
                found.partition().clusters()));
    context
        .findings()
        .show(
            new Sketch.Blocks(
                "fused graph", BlockMap.of(found.graph(), found.partition().clusters())));
    if (found.partition().eigenvalues().size() > 0) {
      context.findings().show(new Sketch.Spectrum(found.partition().eigenvalues()));
    }
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
      show(reply.site(), site, own);
      at += size;
    }
    return new Step.Finish(
        new FittedModel(plan.input().dimension(), Representation.identity(), model), answers);
  }

  private void show(String name, SiteStructure site, IntVector clusters) {
    double[] sizes = new double[plan.clusters().value()];
    for (int i = 0; i < clusters.size(); i++) {
      sizes[clusters.at(i)] += resolution == Resolution.RECORD ? 1 : site.counts().at(i);
    }
    context.findings().show(new Sketch.SiteSizes(name, Vector.of(sizes)));
    if (resolution == Resolution.RECORD) {
      context.findings().show(new Sketch.SentGraph(name, site.graph()));
    }
  }
}
