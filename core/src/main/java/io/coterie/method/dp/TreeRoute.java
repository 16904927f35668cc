package io.coterie.method.dp;

import io.coterie.features.RecordMap;
import io.coterie.features.Representation;
import io.coterie.features.internal.ClipRows;
import io.coterie.features.internal.Project;
import io.coterie.features.internal.Standardize;
import io.coterie.fusion.internal.GraphPartition;
import io.coterie.fusion.internal.GraphPartition.Spectrum;
import io.coterie.fusion.internal.WeightedPoints;
import io.coterie.graph.SparseGraph;
import io.coterie.graph.SparseGraphBuilder;
import io.coterie.graph.SparseRows;
import io.coterie.graph.internal.AdaptiveWeights;
import io.coterie.graph.internal.knn.NearestNeighbors;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.math.internal.linear.Pca;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.method.Clustering;
import io.coterie.method.anchor.AnchorProfile;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.MixtureModel;
import io.coterie.plan.StudyPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Many small cells from noisy totals, and clusters from the cells: mean and second moment give the
 * axes on which more than noise is seen, a {@link NoisyTree} splits the records into cells there,
 * and everything else costs nothing, as it follows from the cells and the second moment: graphs of
 * the cells, their divisions, and the mixture of Gaussians that suits the cells best and starts
 * from one of these. Images are taken for more parts than clusters, which the records between them
 * join: see {@link JoinedParts}.
 *
 * <p>A table's axes are scaled to one variance: clusters may differ along an axis on which records
 * hardly vary.
 */
record TreeRoute(DpStudy study) {
  private static final int IMAGE_AXES = 60;
  private static final int FEWEST_AXES = 3;

  /** An axis is used if its variance is so many times what pure noise reaches. */
  private static final double TABLE_ABOVE_NOISE = 0.5;

  private static final double IMAGE_ABOVE_NOISE = 1;

  /** Radius of the clip about the mean, in units of the records' spread. */
  private static final double TABLE_RADIUS = 2;

  private static final double IMAGE_RADIUS = 1.25;

  /** Radius of the clip on the axes, in units of the spread that is seen there. */
  private static final double RADIUS = 1.8;

  /** No variance is taken to be smaller than this part of what pure noise reaches. */
  private static final double LEAST_VARIANCE = 0.25;

  /** Cells that a cell is joined to, in one graph each. */
  private static final int[] NEIGHBORS = {4, 5, 6, 8};

  private static final int MEANS_STARTS = 3;

  /** Returns the number of parameters of a mixture with one covariance. */
  static double parameters(int clusterCount, int axes) {
    return clusterCount - 1 + (double) clusterCount * axes + axes * (axes + 1.0) / 2;
  }

  /** Returns whether a table has so many cells for each parameter, from public quantities. */
  static boolean isFine(StudyPlan plan, double cellsPerParameter) {
    int axes = plan.input().dimension();
    double parameters = parameters(plan.clusters().value(), axes);
    var terms = plan.privacy().terms().orElseThrow();
    return plan.input().kind().isTable()
        && TreeSize.expectedPlaces(terms, plan, axes) >= cellsPerParameter * parameters
        && TreeSize.expected(terms, plan, axes) >= Route.CELLS_PER_PARAMETER * parameters;
  }

  /** Returns the most axes that are used of points of so many values. */
  static int mostAxes(StudyPlan plan, int dimension) {
    return plan.input().kind().isTable() ? dimension : Math.min(IMAGE_AXES, dimension);
  }

  Clustering coordinate() {
    boolean isTable = study.plan().input().kind().isTable();
    List<RecordMap> steps = new ArrayList<>(study.input().steps());
    DpMoments moments = DpMoments.of(study.ask(new DpQuestion.Moments(steps)), study);
    double radius =
        QuestionCheck.reach((isTable ? TABLE_RADIUS : IMAGE_RADIUS) * Math.sqrt(moments.spread()));
    NoisyTotals scatter = study.ask(new DpQuestion.Scatter(moments.mean(), radius));
    int d = moments.mean().size();
    double edge = moments.noiseEdge(radius, study);
    Pca all =
        Pca.of(moments.secondMoment(scatter, radius), new double[d], mostAxes(study.plan(), d));
    int axes = axes(all.variances(), (isTable ? TABLE_ABOVE_NOISE : IMAGE_ABOVE_NOISE) * edge);
    double[] variances = new double[axes];
    for (int k = 0; k < axes; k++) {
      variances[k] =
          Math.max(
              DpMoments.denoised(all.variances()[k], edge), Math.max(LEAST_VARIANCE * edge, 1e-6));
    }
    study.context().report("axes", Integer.toString(axes));
    List<RecordMap> further = new ArrayList<>();
    further.add(new ClipRows(moments.mean(), radius, 1));
    further.add(new Project(Vector.of(new double[d]), all.axes().firstColumns(axes)));
    if (isTable) {
      // Into the unit ball: a variance of one on each axis is a spread of √k.
      double[] scales = Arrays.stream(variances).map(v -> RADIUS * Math.sqrt(v * axes)).toArray();
      further.add(new Standardize(Vector.of(new double[axes]), Vector.of(scales)));
      Arrays.fill(variances, 1 / (RADIUS * RADIUS * axes));
    }
    double spread = Math.sqrt(Arrays.stream(variances).sum());
    further.add(ClipRows.around(axes, QuestionCheck.reach(RADIUS * spread), 1));
    steps.addAll(further);
    int most = TreeSize.cells(study.schedule(), study.plan(), axes, moments.records());
    NoisyTree tree = new NoisyTree(study, variances, moments.records(), most);
    tree.grow(further);
    study.context().report("cells", Integer.toString(tree.centers().rows()));
    CellMixture cells =
        CellMixture.of(
            tree.centers(), tree.counts().toArray(), variances, study.context().parallel());
    if (isTable) {
      GaussianMixture mixture =
          cells.best(starts(tree, study.clusterCount()), study.clusterCount());
      return Clustering.of(study.plan(), steps, shown(tree, List.of(), largestFirst(mixture)));
    }
    int parts = Math.min(JoinedParts.count(study.clusterCount()), tree.centers().rows());
    JoinedParts joined =
        JoinedParts.of(cells.tied(starts(tree, parts), parts), variances, RADIUS, study);
    steps.addAll(joined.steps());
    return Clustering.of(study.plan(), steps, shown(tree, joined.steps(), joined.model()));
  }

  private static ClusterModel largestFirst(GaussianMixture mixture) {
    return MixtureModel.of(mixture)
        .renumbered(LargestFirst.ranks(mixture.means(), mixture.weights()));
  }

  private static int axes(double[] variances, double least) {
    int count = Math.min(FEWEST_AXES, variances.length);
    while (count < variances.length && variances[count] > least) {
      count++;
    }
    return count;
  }

  /** Shows the cells where further steps put them. */
  private ClusterModel shown(NoisyTree tree, List<RecordMap> further, ClusterModel model) {
    Matrix places = new Representation(further).apply(tree.centers(), study.context().parallel());
    study.show("cells, noisy", places, tree.counts().toArray(), model);
    return model;
  }

  /** Returns divisions of the cells: of several graphs in several ways, and by means. */
  private List<int[]> starts(NoisyTree tree, int clusterCount) {
    Matrix centers = tree.centers();
    Vector counts = tree.counts();
    Seed seed = study.context().seed().child("partition");
    List<int[]> starts = new ArrayList<>();
    KMeans means = new KMeans(KMeans.Options.of(clusterCount).withRestarts(1));
    for (int s = 0; s < MEANS_STARTS; s++) {
      starts.add(
          means
              .fit(
                  centers,
                  counts.toArray(),
                  seed.child("means").child(s),
                  study.context().parallel())
              .labels());
    }
    if (centers.rows() < 2 * clusterCount + 2) {
      return starts;
    }
    List<Spectrum> spectra = new ArrayList<>(List.of(Spectrum.PLAIN, Spectrum.COMMUTE));
    if (AnchorProfile.noisySpectrum(clusterCount) == Spectrum.CONSENSUS) {
      spectra.add(Spectrum.CONSENSUS);
    }
    for (int neighbors : NEIGHBORS) {
      SparseGraph graph = graph(centers, counts, neighbors);
      for (Spectrum spectrum : spectra) {
        GraphPartition partition =
            new GraphPartition(
                spectrum, clusterCount, seed.child(neighbors), study.context().parallel());
        starts.add(partition.fit(graph, new WeightedPoints(centers, counts)).clusters().toArray());
      }
    }
    return starts;
  }

  /** Adaptive weights from each cell to its nearest ones, times its records, made symmetric. */
  private SparseGraph graph(Matrix centers, Vector counts, int neighbors) {
    int k = Math.min(neighbors, centers.rows() - 2);
    SparseRows weights =
        AdaptiveWeights.rows(
            NearestNeighbors.among(centers, k + 1, study.context().parallel()), k, centers.rows());
    SparseGraphBuilder builder = SparseGraph.builder(centers.rows());
    for (int p = 0; p < centers.rows(); p++) {
      int from = p;
      weights.forEachEntry(
          p, (other, weight) -> builder.add(from, other, counts.at(from) * weight / 2));
    }
    return builder.build();
  }
}
