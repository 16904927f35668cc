package io.coterie.method.anchor;

import io.coterie.features.FeatureLayout;
import io.coterie.fusion.internal.WeightedPoints;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.CellRecords;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.math.internal.cluster.LevelSums;
import io.coterie.math.internal.cluster.LevelTotals;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.anchor.AnchorDivision.Graph;
import io.coterie.method.anchor.AnchorDivision.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What mixtures start from: partitions of the anchors, which need nothing further from the sites.
 * The first is that of the graph. Others are those of graphs between near anchors, and of k-means;
 * in tables with levels also where these weigh less than numbers.
 *
 * @param cells the leaves of the tree
 * @param anchors means of the cells and of overlapping regions
 * @param layout which features are numbers and which are levels
 * @param division cuts graphs
 */
record MixtureStarts(
    Cells cells,
    FurtherAnchors.Means anchors,
    FeatureLayout layout,
    AnchorDivision division,
    CoordinatorContext context) {
  /** With fewer cells for each cluster, graphs of nearer anchors say nothing. */
  private static final int FEW_CELLS = 8;

  /** Neighbors in graphs between near anchors. */
  private static final List<Integer> NEAR = List.of(8, 12);

  /** Weights of the levels beside numbers. */
  private static final List<Double> WEIGHTS = List.of(0.5, 0.25);

  /** Anchors that vote; nobody is labeled by these partitions. */
  private static final int VOTERS = 3;

  List<LevelMixture> of(Graph graph, Partition partition, int clusterCount) {
    List<int[]> starts = new ArrayList<>();
    starts.add(partition.found().clusters().toArray());
    if (cells.count() >= FEW_CELLS * clusterCount) {
      for (int neighbors : NEAR) {
        starts.add(ofNear(graph, neighbors, 1, clusterCount));
      }
    }
    // Where the graph falls into parts, means would cut through shapes that are no ellipsoids.
    if (layout.hasLevels() || partition.found().components() == 1) {
      starts.add(ofMeans(1, clusterCount));
    }
    if (layout.hasLevels() && layout.numbers() > 0) {
      for (double weight : WEIGHTS) {
        starts.add(ofMeans(weight, clusterCount));
        starts.add(ofNear(graph, NEAR.get(0), weight, clusterCount));
      }
    }
    return starts.stream()
        .filter(labels -> Arrays.stream(labels).distinct().count() == clusterCount)
        .limit(SealedMixtureQuestion.MOST_STARTS)
        .map(labels -> mixture(labels, clusterCount))
        .toList();
  }

  private int[] ofNear(Graph graph, int neighbors, double levelWeight, int clusterCount) {
    WeightedPoints nodes =
        new WeightedPoints(weighted(graph.nodes().points(), levelWeight), graph.nodes().mass());
    Graph near =
        new Graph(graph.sums(), nodes, graph.neighbors()).ofNearest(neighbors, context.parallel());
    return division.divide(near, clusterCount, VOTERS).found().clusters().toArray();
  }

  private int[] ofMeans(double levelWeight, int clusterCount) {
    return new KMeans(KMeans.Options.of(clusterCount))
        .fit(
            weighted(anchors.points(), levelWeight),
            anchors.counts().toArray(),
            context.seed().child("starts"),
            context.parallel())
        .labels();
  }

  private Matrix weighted(Matrix points, double levelWeight) {
    double[] weights = layout.weights(levelWeight);
    return points.map((i, j, value) -> value * weights[j]);
  }

  /** Returns the mixture of clusters of the anchors, of one covariance. */
  private LevelMixture mixture(int[] labels, int clusterCount) {
    boolean hasRegions = labels.length > cells.count();
    CellRecords known = hasRegions ? anchors.asRecords(cells) : cells.asRecords();
    LevelSums sums =
        new LevelSums(Mode.TIED, clusterCount, layout.numbers(), layout.levels(), false);
    long[] totals = new long[sums.size()];
    long[] all = new long[LevelTotals.size(layout.numbers(), layout.levelCount())];
    double[] numbers = new double[layout.numbers()];
    double[] shares = new double[layout.levelCount()];
    for (int p = 0; p < labels.length; p++) {
      layout.split(known.means().array(), p * known.means().columns(), numbers, shares);
      sums.add(labels[p], known.counts()[p], numbers, shares, totals, 0);
      LevelTotals.add(known.counts()[p], numbers, shares, all);
    }
    LevelTotals means = LevelTotals.of(all, layout.numbers(), layout.levels());
    return sums.moved(totals, 0, within(means), layout.numberRounding());
  }

  /** Adds what is inside the cells to the covariance of their means. */
  private LevelTotals within(LevelTotals means) {
    Matrix inside = cells.inside();
    int[] numbers = layout.numberFeatures();
    return new LevelTotals(
        means.records(),
        means.means(),
        means
            .covariance()
            .map(
                (i, j, value) ->
                    value + inside.at(numbers[i], numbers[j]) / Math.max(1, cells.records())),
        means.shares());
  }
}
