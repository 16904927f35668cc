package io.coterie.method.anchor;

import io.coterie.CoterieException;
import io.coterie.fusion.internal.ClusterCountRule;
import io.coterie.fusion.internal.GraphPartition;
import io.coterie.fusion.internal.PartitionStability;
import io.coterie.fusion.internal.WeightedPoints;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.graph.internal.knn.Neighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Vector;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.CoordinatorContext.Findings;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import java.util.Locale;

/** How the graph between anchors becomes clusters. */
record AnchorDivision(StudyPlan plan, CoordinatorContext context) {
  /** With fewer anchors per cluster than this, leaving some out says nothing. */
  private static final int LEAST_FOR_STABILITY = 4;

  /** An anchor that no record chose still has a place in the weighted steps. */
  private static final double LEAST_MASS = 1e-9;

  /**
   * The graph between anchors.
   *
   * @param sums B and the weight of every anchor
   * @param nodes the anchors with the weight of their records
   * @param neighbors how many anchors describe a record
   */
  record Graph(AnchorGraph sums, WeightedPoints nodes, int neighbors) {
    static Graph of(Matrix anchors, AnchorGraph sums, int neighbors) {
      double[] mass = sums.mass().toArray();
      for (int p = 0; p < mass.length; p++) {
        mass[p] += LEAST_MASS;
      }
      return new Graph(sums, new WeightedPoints(anchors, Vector.of(mass)), neighbors);
    }

    /**
     * Returns the graph in which each anchor has edges to so many nearest ones; those that are so
     * both ways count twice.
     */
    Graph ofNearest(int anchors, Parallel parallel) {
      Matrix points = nodes.points();
      int count = points.rows();
      SparseGraphBuilder edges = SparseGraph.builder(count);
      Neighbors near = NearestNeighbors.of(points, points, Math.min(count, anchors + 1), parallel);
      for (int p = 0; p < count; p++) {
        for (int k = 0; k < near.count(); k++) {
          int q = near.index(p, k);
          if (q != p) {
            edges.add(Math.min(p, q), Math.max(p, q), 1);
          }
        }
      }
      return new Graph(new AnchorGraph(edges.build(), sums.mass()), nodes, neighbors);
    }
  }

  /**
   * A graph's clusters.
   *
   * @param model labels records by the anchors
   * @param found clusters of the anchors
   * @param by what found them
   */
  record Partition(ClusterModel model, GraphPartition.Result found, GraphPartition by) {
    /** Returns whether the graph falls apart into the clusters, so that nothing was cut. */
    boolean isOfComponents(int clusterCount) {
      return found.components() >= clusterCount || clusterCount == 1;
    }

    /** Returns whether the clusters come from an embedding of the anchors. */
    boolean isEmbedded() {
      return found.embedding().isPresent();
    }
  }

  /** Returns the plan's number of clusters, or the one that the graph shows. */
  int clusterCount(Graph graph) {
    if (!plan.clusters().isAuto()) {
      return plan.clusters().value();
    }
    ClusterCountRule.Suggestion suggestion =
        new ClusterCountRule(context.seed().child("count"), context.parallel())
            .suggest(graph.sums().gram(), graph.nodes());
    context.report("clusters", Integer.toString(suggestion.best()));
    context.report("eigengaps", suggestion.describe());
    return suggestion.best();
  }

  /** Refuses more clusters than all sites have records. */
  void requireRecords(double records) {
    if (plan.clusters().value() > records) {
      throw CoterieException.badData(
          "%d clusters were asked for, but all sites together have fewer records; ask for fewer."
              .formatted(plan.clusters().value()));
    }
  }

  /**
   * Divides a graph of at least as many anchors.
   *
   * @param voters how many anchors vote for the cluster of a record
   */
  Partition divide(Graph graph, int clusterCount, int voters) {
    GraphPartition by =
        new GraphPartition(
            AnchorProfile.of(plan).withClusters(clusterCount).spectrum(),
            clusterCount,
            context.seed(),
            context.parallel());
    GraphPartition.Result found = by.fit(graph.sums().gram(), graph.nodes());
    return new Partition(found.model(graph.nodes().points(), voters, clusterCount), found, by);
  }

  void report(Graph graph, Partition partition, int clusterCount) {
    int anchors = graph.nodes().points().rows();
    GraphPartition.Result found = partition.found();
    context.report("anchors", Integer.toString(anchors));
    context.report("neighbors", Integer.toString(graph.neighbors()));
    context.report("components", Integer.toString(found.components()));
    if (clusterCount > 1 && anchors >= LEAST_FOR_STABILITY * clusterCount) {
      double stability =
          PartitionStability.of(
              partition.by(), graph.sums().gram(), graph.nodes(), found.clusters());
      context.report(
          "stability",
          String.format(
              Locale.ROOT,
              "%.3f: agreement with partitions of nine tenths of the anchors",
              stability));
      context.measure(Findings.STABILITY, () -> stability);
    }
    context.measure(Findings.EIGENGAP, () -> found.eigengap(clusterCount));
  }
}
