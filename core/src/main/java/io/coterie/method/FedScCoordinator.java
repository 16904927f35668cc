package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.features.Representation;
import io.coterie.graph.Components;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SpectralClusters;
import io.coterie.graph.SubspaceGraph;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.model.FittedModel;
import io.coterie.model.NearestDirection;
import io.coterie.protocol.GroupClusters;
import io.coterie.protocol.Payload;
import io.coterie.protocol.Question;
import io.coterie.protocol.SiteMessage;
import io.coterie.protocol.StudyPlan;
import io.coterie.protocol.SubspaceSamples;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;

/** The coordinator part of Fed-SC: clusters the samples of all sites by subspaces. */
final class FedScCoordinator implements CoordinatorPart {
  /** The most samples that one is joined to by its angles. */
  private static final int LINKS = 8;

  private final StudyPlan plan;
  private final CoordinatorContext context;
  private final int clusterCount;
  private boolean asked;
  private boolean askedForAll;

  FedScCoordinator(StudyPlan plan, CoordinatorContext context) {
    this.plan = plan;
    this.context = context;
    this.clusterCount = plan.clusters().value();
  }

  @Override
  public Step next(List<SiteMessage> replies) {
    if (!asked) {
      asked = true;
      return new Step.Ask(new Question("subspace-samples"), Replies.samples(context.dimension()));
    }
    List<SubspaceSamples> sites =
        replies.stream().map(reply -> reply.payloadAs(SubspaceSamples.class)).toList();
    Matrix samples = stacked(sites);
    report(sites);
    if (samples.rows() < clusterCount
        && !askedForAll
        && FedScMethod.localClusters(plan).isEmpty()) {
      askedForAll = true;
      return new Step.Ask(
          new Question(FedScSite.AS_MANY_AS_CLUSTERS), Replies.samples(context.dimension()));
    }
    if (samples.rows() < clusterCount) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' records form only %d local ones; ask for"
                  + " fewer, or say how many with --local-clusters.")
              .formatted(clusterCount, samples.rows()));
    }
    SparseGraph graph = graph(samples);
    int[] clusters =
        SpectralClusters.of(
            graph, clusterCount, context.seed().child("clusters"), context.parallel());
    return finish(replies, samples, clusters);
  }

  private static Matrix stacked(List<SubspaceSamples> sites) {
    int rows = sites.stream().mapToInt(site -> site.samples().rows()).sum();
    Matrix all = Matrix.zeros(rows, sites.get(0).samples().columns());
    int at = 0;
    for (SubspaceSamples site : sites) {
      double[] own = site.samples().array();
      System.arraycopy(own, 0, all.array(), at, own.length);
      at += own.length;
    }
    return all.unitRows();
  }

  private void report(List<SubspaceSamples> sites) {
    IntSummaryStatistics local =
        sites.stream().mapToInt(site -> site.samples().rows()).summaryStatistics();
    long settled = sites.stream().filter(SubspaceSamples::converged).count();
    context
        .findings()
        .report(
            "local clusters",
            "%d to %d a site, %d in all".formatted(local.getMin(), local.getMax(), local.getSum()));
    context
        .findings()
        .report("self-expression", "converged at %d of %d sites".formatted(settled, sites.size()));
  }

  private SparseGraph graph(Matrix samples) {
    SubspaceGraphKind kind = SubspaceGraphKind.of(plan.options());
    SparseGraph graph =
        kind == SubspaceGraphKind.TSC
            ? SubspaceGraph.thresholded(
                samples, links(samples.rows(), clusterCount), context.parallel())
            : SubspaceGraph.selfExpressive(samples, context.parallel()).graph();
    context
        .findings()
        .report(
            "subspace graph",
            "%s, %d components".formatted(EnumText.of(kind), Components.in(graph).count()));
    return graph;
  }

  /**
   * Returns how many samples one is joined to: 8, or fewer where a cluster of average size has
   * fewer, lest every sample be joined to other clusters.
   */
  static int links(int samples, int clusterCount) {
    return Math.max(2, Math.min(LINKS, (samples + clusterCount - 1) / clusterCount));
  }

  private Step finish(List<SiteMessage> replies, Matrix samples, int[] clusters) {
    Map<String, Payload> answers = new HashMap<>();
    int at = 0;
    for (SiteMessage reply : replies) {
      int size = reply.payloadAs(SubspaceSamples.class).samples().rows();
      IntVector own = IntVector.of(Arrays.copyOfRange(clusters, at, at + size));
      answers.put(reply.site(), new GroupClusters(own, clusterCount));
      at += size;
    }
    NearestDirection model = new NearestDirection(samples, IntVector.of(clusters), clusterCount);
    return new Step.Finish(
        new FittedModel(plan.input().dimension(), Representation.identity(), model), answers);
  }
}
