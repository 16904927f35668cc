package io.coterie.method.fedsc;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.internal.Components;
import io.coterie.graph.internal.SpectralClusters;
import io.coterie.graph.internal.SubspaceGraph;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.message.Question;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.model.internal.NearestDirection;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.Collection;
import java.util.IntSummaryStatistics;
import java.util.Map;

/** The coordinator of Fed-SC: clusters the samples of all sites by subspaces. */
record FedScCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  /** The most samples that one is joined to by its angles. */
  private static final int LINKS = 8;

  private static final double UNIT_SLACK = 1e-4;

  Clustering coordinate() {
    int clusterCount = plan.clusters().value();
    Map<String, SubspaceSamples> local = samples(FedScSite.SAMPLES);
    if (stacked(local).rows() < clusterCount && FedScMethod.localClusters(plan).isEmpty()) {
      // The spectra showed fewer local clusters than there are to be clusters: asked once more.
      local = samples(FedScSite.AS_MANY_AS_CLUSTERS);
    }
    Matrix samples = stacked(local);
    if (samples.rows() < clusterCount) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' records form only %d local ones; ask for"
                  + " fewer, or say how many with --local-clusters.")
              .formatted(clusterCount, samples.rows()));
    }
    int[] found =
        SpectralClusters.of(
            graph(samples), clusterCount, context.seed().child("clusters"), context.parallel());
    // How many records a sample stands for is not sent: the cluster of the most samples is first.
    double[] ones = new double[found.length];
    Arrays.fill(ones, 1);
    IntVector clusters =
        LargestFirst.renumbered(
            IntVector.of(found), LargestFirst.ranks(samples, ones, found, clusterCount));
    return Clustering.of(plan, new NearestDirection(samples, clusters, clusterCount))
        .withGroups(local, site -> site.samples().rows(), clusters);
  }

  private Map<String, SubspaceSamples> samples(String question) {
    Map<String, SubspaceSamples> local =
        sites.bySite(new Question(question), samples(context.dimension()));
    report(local.values());
    return local;
  }

  static Reply<SubspaceSamples> samples(int dimension) {
    return Reply.of(
        SubspaceSamples.class,
        samples -> {
          Reply.requireColumns("its samples", samples.samples().columns(), dimension);
          Reply.require(samples.samples().rows() > 0, "it has no sample");
          for (int s = 0; s < samples.samples().rows(); s++) {
            double squared = Arrays.stream(samples.samples().row(s)).map(v -> v * v).sum();
            // Records of zeros have no direction.
            Reply.require(
                squared == 0 || Math.abs(squared - 1) < UNIT_SLACK,
                "a sample is not of unit length");
          }
        });
  }

  private static Matrix stacked(Map<String, SubspaceSamples> local) {
    return Matrix.stacked(local.values().stream().map(SubspaceSamples::samples).toList())
        .unitRows();
  }

  private void report(Collection<SubspaceSamples> local) {
    IntSummaryStatistics samples =
        local.stream().mapToInt(site -> site.samples().rows()).summaryStatistics();
    long settled = local.stream().filter(SubspaceSamples::converged).count();
    context.report(
        "local clusters",
        "%d to %d a site, %d in all"
            .formatted(samples.getMin(), samples.getMax(), samples.getSum()));
    context.report(
        "self-expression", "converged at %d of %d sites".formatted(settled, local.size()));
  }

  private SparseGraph graph(Matrix samples) {
    SubspaceGraphKind kind = SubspaceGraphKind.of(plan);
    SparseGraph graph =
        kind == SubspaceGraphKind.TSC
            ? SubspaceGraph.thresholded(
                samples, links(samples.rows(), plan.clusters().value()), context.parallel())
            : SubspaceGraph.selfExpressive(samples, context.parallel()).graph();
    context.report(
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
}
