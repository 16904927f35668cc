package io.coterie.method.dp;

import io.coterie.features.RecordMap;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.Project;
import io.coterie.fusion.internal.BlockMap;
import io.coterie.fusion.internal.GraphPartition;
import io.coterie.fusion.internal.WeightedPoints;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.math.internal.linear.Pca;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Diagnostics;
import io.coterie.method.anchor.AnchorProfile;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.NearestPrototype;
import io.coterie.site.internal.ExactSums;
import java.util.ArrayList;
import java.util.List;

/**
 * The anchor graph from noisy totals: mean and second moment give the axes on which more than noise
 * is seen, Lloyd rounds move anchors by residual sums, and a histogram of the two anchors nearest
 * to each record is the graph that is divided. With {@link Route#CENTERS} there is one anchor a
 * cluster and no graph.
 */
record AnchorRoute(DpStudy study) {
  /** At most this many axes. */
  static final int MOST_AXES = 30;

  private static final int FEWEST_AXES = 3;

  /**
   * An axis beyond the C-th is used if its variance is so many times what pure noise reaches: just
   * above that, an axis is half noise.
   */
  private static final double CLEAR_OF_NOISE = 1.5;

  /** Radius of the clip about the mean, in units of the records' spread. */
  private static final double FIRST_RADIUS = 1.25;

  private static final double LEAST_SPREAD = 0.05;

  /** Radius of the clip on the axes, in units of the spread that is seen there. */
  private static final double RADIUS = 1.6;

  /** Pairs of anchors with fewer times the noise are no edges. */
  private static final double EDGE_NOISE = 2.5;

  /** How many anchors describe a record in the answer. */
  private static final int NEIGHBORS = 4;

  private static final int FEWEST_ANCHORS = 12;

  /** An anchor with no pair still has a place. */
  private static final double SELF_WEIGHT = 1e-3;

  Clustering coordinate() {
    List<RecordMap> steps = new ArrayList<>(study.input().steps());
    DpMoments moments = DpMoments.of(study.ask(new DpQuestion.Moments(steps)), study);
    double radius =
        QuestionCheck.reach(FIRST_RADIUS * Math.sqrt(Math.max(moments.spread(), LEAST_SPREAD)));
    NoisyTotals scatter = study.ask(new DpQuestion.Scatter(moments.mean(), radius));
    int d = moments.mean().size();
    double edge = moments.noiseEdge(radius, study);
    Pca all = Pca.of(moments.secondMoment(scatter, radius), new double[d], Math.min(d, MOST_AXES));
    int axes = axes(all.variances(), edge, Math.min(d, FEWEST_AXES));
    double[] variances = new double[axes];
    double spread = 0;
    for (int k = 0; k < axes; k++) {
      variances[k] = Math.max(DpMoments.denoised(all.variances()[k], edge), 1e-6);
      spread += variances[k];
    }
    study.context().report("axes", Integer.toString(axes));
    List<RecordMap> further =
        List.of(
            new ClipRows(moments.mean(), radius, 1),
            new Project(Vector.of(new double[d]), all.axes().firstColumns(axes)),
            ClipRows.around(axes, QuestionCheck.reach(RADIUS * Math.sqrt(spread)), 1));
    steps.addAll(further);
    NoisyAnchors anchors = new NoisyAnchors(study, variances, anchorCount(axes, moments));
    boolean isLast = anchors.move(study.ask(anchors.question(further)));
    // The sites mapped their records at the first question; from then on they need no steps.
    while (!isLast) {
      isLast = anchors.move(study.ask(anchors.question(List.of())));
    }
    if (study.schedule().route() == Route.CENTERS) {
      return Clustering.of(
          study.plan(),
          steps,
          NearestPrototype.ofCenters(anchors.points())
              .renumbered(LargestFirst.ranks(anchors.points(), anchors.counts())));
    }
    anchors.keepSeen(Math.max(2 * study.clusterCount(), 8));
    Matrix points = anchors.points();
    study.context().report("anchors", Integer.toString(points.rows()));
    return Clustering.of(
        study.plan(), steps, divide(points, study.ask(new DpQuestion.Edges(points))));
  }

  /** Returns how many axes to use: those clear of noise, and of those just above it up to C. */
  private int axes(double[] variances, double edge, int fewest) {
    int clear = above(variances, CLEAR_OF_NOISE * edge);
    int above = Math.min(above(variances, edge), study.clusterCount());
    return Math.max(fewest, Math.max(clear, above));
  }

  private static int above(double[] variances, double least) {
    int count = 0;
    while (count < variances.length && variances[count] > least) {
      count++;
    }
    return count;
  }

  private int anchorCount(int axes, DpMoments moments) {
    return study.schedule().route() == Route.CENTERS
        ? study.clusterCount()
        : anchorCount(study.schedule(), study.clusterCount(), axes, moments.records());
  }

  /** Returns how many anchors so many records are good for on the route of anchors. */
  static int anchorCount(DpSchedule schedule, int clusterCount, int axes, double records) {
    double noise = Math.sqrt(schedule.terms().noiseCopies());
    double count =
        new AnchorCount(records, noise)
            .of(
                schedule.step(DpSchedule.LLOYD).loss(DpSchedule.SUM).rho(),
                schedule.step(DpSchedule.EDGES).loss(DpSchedule.PAIRS).rho(),
                axes);
    return Math.max((int) count, Math.max(2 * clusterCount, FEWEST_ANCHORS));
  }

  private ClusterModel divide(Matrix points, NoisyTotals totals) {
    double threshold =
        EDGE_NOISE * study.noise(DpSchedule.EDGES, DpSchedule.PAIRS, ExactSums.COUNT_UNIT);
    double[] mass = new double[points.rows()];
    SparseGraphBuilder builder = SparseGraph.builder(points.rows());
    for (int i = 0; i < mass.length; i++) {
      builder.add(i, i, SELF_WEIGHT);
      mass[i] += SELF_WEIGHT;
      for (int j = 0; j < i; j++) {
        long pairs = totals.block(DpSchedule.PAIRS).at(Triangle.index(i, j));
        if (pairs > threshold) {
          double weight = (double) pairs / ExactSums.COUNT_UNIT;
          builder.add(i, j, weight);
          mass[i] += weight;
          mass[j] += weight;
        }
      }
    }
    SparseGraph graph = builder.build();
    int clusterCount = study.clusterCount();
    GraphPartition.Result found =
        new GraphPartition(
                AnchorProfile.noisySpectrum(clusterCount),
                clusterCount,
                study.context().seed().child("partition"),
                study.context().parallel())
            .fit(graph, new WeightedPoints(points, Vector.of(mass)));
    show(points, graph, mass, found);
    return found.model(points, NEIGHBORS, clusterCount);
  }

  /** Every record is in one pair, so half an anchor's pairs are its share of the records. */
  private void show(Matrix points, SparseGraph graph, double[] mass, GraphPartition.Result found) {
    double[] records = java.util.Arrays.stream(mass).map(pairs -> pairs / 2).toArray();
    CoordinatorContext.Findings findings = study.context().findings();
    findings.show(
        new Diagnostics.Places("anchors, noisy", points, Vector.of(records), found.clusters()));
    findings.show(
        new Diagnostics.Blocks(
            "graph between the anchors, noisy", BlockMap.of(graph, found.clusters())));
    if (found.eigenvalues().size() > 0) {
      findings.show(new Diagnostics.Spectrum(found.eigenvalues()));
    }
  }
}
