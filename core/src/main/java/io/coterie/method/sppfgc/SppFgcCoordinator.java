package io.coterie.method.sppfgc;

import io.coterie.CoterieException;
import io.coterie.fusion.internal.BlockMap;
import io.coterie.fusion.internal.CoarseFusion;
import io.coterie.fusion.internal.ConstrainedLaplacianRank;
import io.coterie.fusion.internal.StructureFusion;
import io.coterie.math.IntVector;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Question;
import io.coterie.message.internal.GroupClusters;
import io.coterie.message.internal.SiteStructure;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.method.Diagnostics;
import io.coterie.method.Sites;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.MixtureModel;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The coordinator of SPP-FGC: one question, then fusion. Prototypes of different sites are joined
 * by exp(−KL) into E* (Eq. 10 and 11), and a graph S with C connected components is learned from it
 * (Eq. 12 to 14): its components are the clusters. At resolution coarse the nodes are
 * microclusters, and the graph between them is divided by its spectrum.
 */
record SppFgcCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  static final String STRUCTURE = "structure";

  /**
   * The clusters of the nodes of all sites, one site after the other.
   *
   * @param clusters one a node
   * @param model labels new records
   */
  private record Partition(IntVector clusters, ClusterModel model) {}

  Clustering coordinate() {
    Map<String, SiteStructure> bySite =
        sites.bySite(new Question(STRUCTURE), StructureReply.of(context, plan));
    List<SiteStructure> local = List.copyOf(bySite.values());
    int prototypes = local.stream().mapToInt(site -> site.counts().size()).sum();
    context.report("prototypes", Integer.toString(prototypes));
    if (prototypes < plan.clusters().value()) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' records form only %d groups; ask for"
                  + " fewer.")
              .formatted(plan.clusters().value(), prototypes));
    }
    Partition found = resolution() == Resolution.COARSE ? coarse(local) : learned(local);
    Clustering result =
        Clustering.of(plan, found.model()).withGroups(bySite, this::nodes, found.clusters());
    bySite.forEach(
        (name, site) -> show(name, site, ((GroupClusters) result.answerTo(name)).clusters()));
    return result;
  }

  private Resolution resolution() {
    return Resolution.of(plan);
  }

  /** Returns how many nodes of the fused graph are a site's. */
  private int nodes(SiteStructure site) {
    return resolution() == Resolution.RECORD
        ? site.graph().memberships().size()
        : site.counts().size();
  }

  private Partition learned(List<SiteStructure> local) {
    StructureFusion fusion =
        new StructureFusion(plan.clusters().value(), context.seed(), context.parallel());
    StructureFusion.Result result =
        resolution() == Resolution.RECORD
            ? fusion.ofRecords(local)
            : fusion.ofComponents(local, neighbors(local));
    ConstrainedLaplacianRank.Result found = result.learned();
    MixtureModel unordered = result.model();
    int[] ranks =
        LargestFirst.ranks(
            unordered.mixture().means(),
            counts(local).toArray(),
            unordered.clusters().toArray(),
            plan.clusters().value());
    MixtureModel model = unordered.renumbered(ranks);
    IntVector clusters = LargestFirst.renumbered(found.clusters(), ranks);
    long met = local.stream().filter(site -> site.graph().converged()).count();
    context.report(
        "site graphs",
        "%d of %d have %d components, after %d steps at most%s"
            .formatted(
                met,
                local.size(),
                plan.clusters().value(),
                local.stream().mapToInt(site -> site.graph().steps()).max().orElse(0),
                met < local.size() ? "; spectral clusters at the others" : ""));
    context.report(
        "learned graph",
        "%s: %d components after %d steps%s"
            .formatted(
                found.converged() ? "converged" : "not converged",
                found.components(),
                found.steps(),
                found.converged() ? "" : ", clusters by k-means on F"));
    context.show(
        new Diagnostics.Places(
            "prototypes", model.mixture().means(), counts(local), model.clusters()));
    context.show(new Diagnostics.Blocks("fused graph E*", BlockMap.of(result.fused(), clusters)));
    context.show(new Diagnostics.Blocks("learned graph S", BlockMap.of(result.graph(), clusters)));
    return new Partition(clusters, model);
  }

  private static Vector counts(List<SiteStructure> local) {
    return Vector.of(
        local.stream().flatMapToDouble(site -> Arrays.stream(site.counts().toArray())).toArray());
  }

  /** Returns the neighbors of a record at a site of average size. */
  private int neighbors(List<SiteStructure> local) {
    double records = local.stream().mapToDouble(site -> site.counts().sum()).sum();
    return SppFgcMethod.neighbors(plan, (int) (records / local.size()));
  }

  private Partition coarse(List<SiteStructure> local) {
    CoarseFusion fusion =
        new CoarseFusion(plan.clusters().value(), context.seed(), context.parallel());
    CoarseFusion.Result found = fusion.fit(local);
    context.report("components", Integer.toString(found.partition().components()));
    context.measure(Findings.EIGENGAP, () -> found.partition().eigengap(plan.clusters().value()));
    context.measure(Findings.STABILITY, () -> fusion.stability(found));
    context.show(
        new Diagnostics.Places(
            "microclusters",
            found.nodes().points(),
            found.nodes().mass(),
            found.partition().clusters()));
    context.show(
        new Diagnostics.Blocks(
            "fused graph", BlockMap.of(found.graph(), found.partition().clusters())));
    if (found.partition().eigenvalues().size() > 0) {
      context.show(new Diagnostics.Spectrum(found.partition().eigenvalues()));
    }
    ClusterModel model =
        new NearestPrototype(
            found.nodes().points(), found.partition().clusters(), plan.clusters().value());
    return new Partition(found.partition().clusters(), model);
  }

  private void show(String name, SiteStructure site, IntVector clusters) {
    double[] sizes = new double[plan.clusters().value()];
    for (int i = 0; i < clusters.size(); i++) {
      sizes[clusters.at(i)] += resolution() == Resolution.RECORD ? 1 : site.counts().at(i);
    }
    context.show(new Diagnostics.SiteSizes(name, Vector.of(sizes)));
    if (resolution() == Resolution.RECORD) {
      context.show(new Diagnostics.SentGraph(name, site.graph()));
    }
  }
}
