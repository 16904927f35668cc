package io.coterie.method.anchor;

import io.coterie.CoterieException;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.fusion.internal.AnchorSample;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.Question;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.AnchorSums;
import io.coterie.message.internal.Anchors;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.message.internal.Microclusters;
import io.coterie.message.internal.SumUnit;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.method.anchor.AnchorDivision.Graph;
import io.coterie.method.anchor.AnchorDivision.Partition;
import io.coterie.method.internal.check.NormBound;
import io.coterie.method.internal.check.Replies;
import io.coterie.method.internal.prepare.SumUnits;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The coordinator of the anchor graph. It sees the microclusters of the first round and after that
 * sums over records only: B = ZᵀZ, with Z the records' weights to their nearest anchors, is all
 * that it needs of the graph between the records.
 */
record GroupsCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  Clustering coordinate() {
    // 1. Anchors are drawn among the microclusters of all sites.
    Map<String, Microclusters> groups =
        sites.bySite(new Question(GroupsSchedule.MICROCLUSTERS), Replies.groups(context));
    SumUnit unit = context.unit();
    Matrix anchors = unit.rounded(sample(groups.values()));

    // 2. Lloyd rounds move them.
    AnchorDiagnostics sketches = new AnchorDiagnostics(context);
    for (int round = 0; round < AnchorGroupsMethod.rounds(plan); round++) {
      AnchorSums sums =
          sites.total(new Anchors(anchors, 0, unit), sums(anchors, unit, context.reach()));
      Matrix moved = unit.rounded(moved(anchors, sums));
      sketches.moved(anchors, moved, sums.counts());
      anchors = moved;
    }

    // 3. The graph B = Σ Z_kᵀ Z_k between them, and 4. its clusters.
    Graph graph = graph(anchors);
    int clusterCount = division().clusterCount(graph);
    AnchorProfile profile = AnchorProfile.of(plan).withClusters(clusterCount);
    Partition partition = divide(graph, clusterCount);

    // 5. Where its components are not the clusters: a metric, and the graph once more in it.
    List<RecordMap> metric = List.of();
    if (profile.learnsMetric() && !partition.isOfComponents(clusterCount)) {
      Vector origin = graph.nodes().mean();
      ClusterMoments moments =
          sites.total(
              new MomentsQuestion(partition.model(), origin),
              ClusterMoments.zero(partition.model().clusterCount(), anchors.columns()));
      metric = LearnedMetric.steps(moments, origin, profile.usesDirections());
      unit = SumUnits.after(metric, moments, unit);
      anchors = unit.rounded(new Representation(metric).apply(anchors, context.parallel()));
      NormBound reach = metric.isEmpty() ? context.reach() : NormBound.unknown();
      AnchorSums sums =
          sites.total(
              new MappedAnchors(metric, new Anchors(anchors, 0, unit)), sums(anchors, unit, reach));
      anchors = unit.rounded(moved(anchors, sums));
      graph = graph(anchors);
      partition = divide(graph, clusterCount);
    }
    division().report(graph, partition, clusterCount);

    // 6. Tables: a Gaussian mixture, if it is sure of itself.
    ClusterModel model = partition.model();
    if (partition.isEmbedded() && profile.fitsMixture() && clusterCount > 1) {
      model = new MixtureRefinement(model, graph.nodes(), context).refine(sites);
    }
    sketches.show(graph.sums(), partition.found().eigenvalues(), anchors, model);
    sketches.showSites(groups, new Representation(metric), model);
    return Clustering.of(plan, metric, model);
  }

  /** Draws anchors among the groups of all sites. */
  private Matrix sample(Collection<Microclusters> groups) {
    division().requireRecords(groups.stream().mapToDouble(site -> site.counts().sum()).sum());
    return AnchorSample.of(
        List.copyOf(groups),
        plan.clusters().orAssumed(),
        GroupsSchedule.mostAnchors(plan),
        context.seed().child("anchors"));
  }

  /** Returns sums around anchors. Anchors are no finer than the sums that they are made of. */
  private static Reply<AnchorSums> sums(Matrix anchors, SumUnit unit, NormBound reach) {
    return Reply.sum(
        AnchorSums.zero(anchors.rows(), anchors.columns()).in(unit), reach::requireSums);
  }

  /**
   * Returns the anchors at the means of their records. An anchor without records goes; where sites
   * withhold small groups, it stays in its place.
   */
  private Matrix moved(Matrix anchors, AnchorSums sums) {
    int[] used = IntStream.range(0, anchors.rows()).filter(p -> sums.counts().at(p) > 0).toArray();
    boolean isComplete = plan.privacy().smallestGroup() <= 1;
    Matrix moved = isComplete ? Matrix.zeros(used.length, anchors.columns()) : anchors.copy();
    for (int p = 0; p < used.length; p++) {
      for (int j = 0; j < moved.columns(); j++) {
        moved.set(
            isComplete ? p : used[p], j, sums.sums().at(used[p], j) / sums.counts().at(used[p]));
      }
    }
    return moved;
  }

  private Graph graph(Matrix anchors) {
    int neighbors = AnchorProfile.of(plan).neighbors(anchors.rows());
    AnchorGraph sums =
        sites.total(new Anchors(anchors, neighbors), AnchorGraph.zero(anchors.rows()));
    return Graph.of(anchors, sums, neighbors);
  }

  private Partition divide(Graph graph, int clusterCount) {
    int anchors = graph.nodes().points().rows();
    if (clusterCount > anchors) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but the sites' summaries tell only %d groups of records"
                  + " apart; ask for at most as many.")
              .formatted(clusterCount, anchors));
    }
    return division().divide(graph, clusterCount, graph.neighbors());
  }

  private AnchorDivision division() {
    return new AnchorDivision(plan, context);
  }
}
