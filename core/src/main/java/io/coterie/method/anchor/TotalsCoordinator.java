package io.coterie.method.anchor;

import io.coterie.CoterieException;
import io.coterie.features.FeatureLayout;
import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.ClusterMoments;
import io.coterie.message.internal.FeatureScatter;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.Clustering;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.method.anchor.AnchorDivision.Graph;
import io.coterie.method.anchor.AnchorDivision.Partition;
import io.coterie.method.fit.FitCoordinator;
import io.coterie.method.fit.FitQuestion;
import io.coterie.method.fit.FitSchedule;
import io.coterie.method.verdict.AnchorPairs;
import io.coterie.method.verdict.FoundVerdict;
import io.coterie.method.verdict.VerdictCoordinator;
import io.coterie.model.ClusterModel;
import io.coterie.plan.StudyPlan;
import java.util.Arrays;
import java.util.List;

/**
 * The coordinator of the anchor graph at level totals. It sees sums over nested cells of at least K
 * records of all sites, and rounded counts; no site's own numbers.
 */
record TotalsCoordinator(StudyPlan plan, CoordinatorContext context, Sites sites) {
  /** Anchors of N records: at most this times √N, and N / (1.4 K). */
  private static final double ANCHOR_FACTOR = 20;

  private static final double RECORDS_OVER_SMALLEST = 1.4;

  /** The share of neighbors that one more set of overlapping anchors adds. */
  private static final double NEIGHBORS_OF_SET = 0.2;

  /** Anchors that vote for the cluster of an image: more than make the graph. */
  private static final int IMAGE_VOTERS = 12;

  /** A cluster has so many times more anchors, so that most voters are of one cluster. */
  private static final int ANCHORS_OVER_VOTERS = 5;

  Clustering coordinate() {
    // 1. Nested cells by totals over all sites.
    Cells cells = cells();
    requireCells(cells.count());
    // 2. The graph between their means and those of overlapping regions, by how many records are
    // near two of them.
    AnchorProfile profile = AnchorProfile.of(plan);
    FurtherAnchors further = FurtherAnchors.of(cells);
    FurtherAnchors.Means means = anchors(further);
    Matrix anchors = means.points();
    double near = near(profile, cells);
    int neighbors = neighbors(near, further);
    FoundVerdict verdict =
        TotalsSchedule.givesVerdict(plan)
            ? new VerdictCoordinator(plan, context, sites, TotalsCoordinator::given)
                .find(anchors, cells.count(), near, cells.records())
            : FoundVerdict.none();
    List<RecordMap> metric = List.of();
    Graph graph = graph(anchors, metric, neighbors);
    int clusterCount = clusterCount(graph, verdict);
    profile = profile.withClusters(clusterCount);
    Partition partition = divide(graph, clusterCount);
    // 3. Images and vectors: metrics by the clusters of the cells, and the graph again in each.
    for (int pass = 0; pass < TotalsSchedule.metrics(profile); pass++) {
      if (partition.isOfComponents(clusterCount)) {
        break;
      }
      metric = learned(cells, partition, profile);
      graph = graph(anchors, metric, neighbors);
      partition = divide(graph, clusterCount);
    }
    division().report(graph, partition, clusterCount);
    // 4. Tables: a Gaussian mixture of the cells, if it is sure of the records.
    ClusterModel model = partition.model();
    if (profile.fitsMixture() && clusterCount > 1) {
      List<LevelMixture> starts =
          new MixtureStarts(cells, means, layout(), division(), context)
              .of(graph, partition, clusterCount);
      model =
          starts.isEmpty()
              ? model
              : new CellMixture(context, layout(), sites, cells.records()).refine(model, starts);
    }
    if (TotalsSchedule.givesVerdict(plan)) {
      verdict.report(context, model);
    }
    // 5. Tables: each site finds out whether it fits the others.
    if (FitSchedule.isFor(plan) && cells.siteCount() >= FitQuestion.LEAST_SITES) {
      new FitCoordinator(plan, context, sites)
          .find(
              cells.means(),
              cells.counts().toArray(),
              model.label(cells.means(), context.parallel()).toArray());
    }
    new AnchorDiagnostics(context)
        .show(
            graph.sums(),
            cells.counts(),
            partition.found().eigenvalues(),
            graph.nodes().points(),
            model);
    return Clustering.of(plan, metric, model);
  }

  /** Returns the plan's number of clusters, or as many as have valleys between them. */
  private int clusterCount(Graph graph, FoundVerdict verdict) {
    int count = division().clusterCount(graph);
    if (!plan.clusters().isAuto() || verdict.clusters().isEmpty()) {
      return count;
    }
    int found = verdict.clusters().getAsInt();
    context.report("clusters", Integer.toString(found));
    context.report("range", verdict.range(count));
    return found;
  }

  private Cells cells() {
    int smallest = plan.privacy().smallestGroup();
    CellGrowth growth = new CellGrowth(sites, context.dimension(), context.unit(), smallest);
    double records = growth.root().count();
    division().requireRecords(records);
    double most =
        Math.min(
            Math.min(ANCHOR_FACTOR * Math.sqrt(records), TotalsSchedule.MOST_CELLS),
            records / (RECORDS_OVER_SMALLEST * smallest));
    double least = Math.min(2.0 * plan.clusters().orAssumed(), records / smallest);
    double largest = Math.max(plan.clusters().orAssumed(), records / 3);
    int count = (int) Math.max(1, Math.min(Math.max(most, least), largest));
    List<CellTotals> leaves = growth.grow(count);
    return Cells.of(leaves, growth.scatter(), context.unit(), growth.siteCount());
  }

  private void requireCells(int count) {
    if (!plan.clusters().isAuto() && plan.clusters().value() > count) {
      throw CoterieException.badData(
          ("%d clusters were asked for, but totals over at least %d records show only %d groups;"
                  + " ask for at most as many, or permit smaller totals (--min-group).")
              .formatted(plan.clusters().value(), plan.privacy().smallestGroup(), count));
    }
  }

  private FurtherAnchors.Means anchors(FurtherAnchors further) {
    if (further.sets() == 0) {
      return FurtherAnchors.Means.of(further.cells());
    }
    RegionQuestion.Counts regions = further.regions(context.seed().child("regions"));
    int count = regions.points().rows();
    RegionQuestion.Sums sums =
        further.sums(sites.total(regions, Reply.sum(SealedCounts.zero(count))));
    int size = count * (1 + context.dimension());
    return further.anchors(
        regions, sums, rounded(sites.total(sums, Reply.sum(RoundQuestion.zero(size)))));
  }

  /**
   * Returns how many cells are near a record. Tables follow the dimension δ of what the records
   * fill: cells are P^(1/δ) times smaller than all of it.
   */
  private static double near(AnchorProfile profile, Cells cells) {
    int count = cells.count();
    if (!profile.fitsMixture()) {
      return profile.neighbors(count);
    }
    double ratio = Math.max(cells.spreadRatio(), 1.0001);
    double dimension = 2 * Math.log(count) / Math.log(ratio);
    return Math.max(2, Math.min(8, Math.rint(1.4 * dimension)));
  }

  /** Returns how many anchors are near a record: of overlapping sets more. */
  private static int neighbors(double near, FurtherAnchors further) {
    return (int)
        Math.min(
            further.cells().count(), Math.ceil(near * (1 + NEIGHBORS_OF_SET * further.sets())));
  }

  private Graph graph(Matrix points, List<RecordMap> metric, int neighbors) {
    Matrix anchors = new Representation(metric).apply(points, context.parallel());
    long[] pairs = AnchorPairs.list(anchors, context.parallel());
    SealedCounts sealed =
        sites.total(
            new PairQuestion(metric, anchors, neighbors),
            Reply.sum(RoundQuestion.zero(anchors.rows() + pairs.length)));
    long[] counts = rounded(sealed);
    int count = anchors.rows();
    SparseGraphBuilder gram = SparseGraph.builder(count);
    double[] mass = new double[count];
    for (int p = 0; p < count; p++) {
      mass[p] = counts[p];
      if (counts[p] > 0) {
        gram.add(p, p, (double) counts[p]);
      }
    }
    for (int k = 0; k < pairs.length; k++) {
      if (counts[count + k] > 0) {
        gram.add((int) (pairs[k] / count), (int) (pairs[k] % count), (double) counts[count + k]);
      }
    }
    return Graph.of(anchors, new AnchorGraph(gram.build(), Vector.of(mass)), neighbors);
  }

  /** Returns what the sites open and round: each gives the same numbers, after a one. */
  private long[] rounded(SealedCounts sealed) {
    RoundQuestion question = new RoundQuestion(sealed);
    return given(sites.total(question, WholeTotals.zero(1 + question.size(), 0)));
  }

  /** Returns what every site gave alike. */
  static long[] given(WholeTotals sum) {
    long[] totals = sum.counts().toArray();
    long siteCount = totals[0];
    for (long total : totals) {
      if (siteCount < 1 || total % siteCount != 0) {
        throw CoterieException.badData(
            "The sites opened different totals: one of them lies or its records changed during"
                + " the study; begin it again.");
      }
    }
    return Arrays.stream(totals, 1, totals.length).map(total -> total / siteCount).toArray();
  }

  private FeatureLayout layout() {
    return context.layout().orElseGet(() -> FeatureLayout.ofNumbers(context.dimension()));
  }

  private Partition divide(Graph graph, int clusterCount) {
    Matrix anchors = graph.nodes().points();
    int voters = graph.neighbors();
    if (plan.input().kind().isImage()) {
      int most = anchors.rows() / (ANCHORS_OVER_VOTERS * clusterCount);
      voters = Math.max(voters, Math.min(IMAGE_VOTERS, most));
    }
    return division().divide(graph, clusterCount, voters);
  }

  /** Returns a metric by the totals of the cells of each cluster: nothing more is asked for it. */
  private List<RecordMap> learned(Cells cells, Partition partition, AnchorProfile profile) {
    int clusterCount = partition.model().clusterCount();
    int d = cells.dimension();
    double[] counts = new double[clusterCount];
    Matrix sums = Matrix.zeros(clusterCount, d);
    for (int p = 0; p < cells.count(); p++) {
      int c = partition.found().clusters().at(p);
      double records = cells.totals().get(p).count();
      counts[c] += records;
      for (int j = 0; j < d; j++) {
        sums.set(c, j, sums.at(c, j) + records * cells.means().at(p, j));
      }
    }
    Vector origin = Vector.of(new double[d]);
    return LearnedMetric.steps(
        new ClusterMoments(Vector.of(counts), sums, FeatureScatter.of(cells.scatter())),
        origin,
        profile.usesDirections());
  }

  private AnchorDivision division() {
    return new AnchorDivision(plan, context);
  }
}
