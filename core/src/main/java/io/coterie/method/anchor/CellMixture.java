package io.coterie.method.anchor;

import io.coterie.EnumText;
import io.coterie.features.FeatureLayout;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.CellRecords;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.math.internal.cluster.LevelMixture;
import io.coterie.math.internal.cluster.LevelMixture.Mode;
import io.coterie.math.internal.cluster.LevelSums;
import io.coterie.message.internal.SealedCounts;
import io.coterie.message.internal.WholeTotals;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Reply;
import io.coterie.method.Sites;
import io.coterie.method.anchor.SealedMixtureQuestion.Candidate;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.LevelMixtureModel;
import io.coterie.secure.HiddenRounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Refines the clusters of a table by mixtures, which the sites fit under seal. They start from
 * clusters of the cells, whose means say where the components are; what is inside the cells gives
 * the shape.
 *
 * <p>The best by BIC is taken if its posteriors are sure of themselves, else the clusters stay as
 * they were: a mixture that has to guess (rings, moons) is the wrong shape for the data.
 *
 * @param cells the leaves of the tree
 * @param anchors means of the cells and of overlapping regions
 * @param layout which features are numbers and which are levels
 */
record CellMixture(
    Cells cells,
    FurtherAnchors.Means anchors,
    CoordinatorContext context,
    FeatureLayout layout,
    Sites sites,
    int smallestGroup) {
  /** With fewer cells for each cluster, only the clusters of the graph are a start. */
  private static final int FEW_CELLS = 8;

  /** Returns whether there are too few cells for graphs of nearer anchors. */
  static boolean hasFew(int cells, int clusterCount) {
    return cells < FEW_CELLS * clusterCount;
  }

  /**
   * Returns the mixture that is taken, or the clusters of the graph.
   *
   * @param starts partitions of the anchors, that of the graph first
   */
  ClusterModel refine(ClusterModel graph, List<IntVector> starts, int clusterCount) {
    List<Candidate> candidates = candidates(starts, clusterCount);
    if (candidates.isEmpty()) {
      context.report("refinement", "none: no mixture has fewer parameters than there are records");
      return graph;
    }
    long[] answer = fitted(candidates, clusterCount);
    if (answer[0] == 0) {
      context.report("refinement", "none: every mixture has a cluster of too few records");
      return graph;
    }
    double entropy = answer[1] / SealedMixtureSite.ENTROPY_UNIT;
    Mode mode = Mode.of((int) answer[2]);
    boolean isTaken = entropy <= SealedMixtureSite.SURE;
    context.report(
        "refinement",
        isTaken
            ? "%s mixture taken, from start %d"
                .formatted(EnumText.of(mode), 1 + startOf(candidates, (int) answer[0] - 1))
            : "mixtures refused: posterior entropy %.3f, limit %.2f"
                .formatted(entropy, SealedMixtureSite.SURE));
    return isTaken
        ? new LevelMixtureModel(
            SealedMixtureRelease.read(mode, clusterCount, layout, answer, 3), layout)
        : graph;
  }

  private static int startOf(List<Candidate> candidates, int chosen) {
    return (int)
        candidates.stream()
            .map(Candidate::start)
            .distinct()
            .takeWhile(start -> !start.equals(candidates.get(chosen).start()))
            .count();
  }

  /** Lets the sites fit the candidates; see {@link SealedMixtureSite#answer}. */
  private long[] fitted(List<Candidate> candidates, int clusterCount) {
    Reply<SealedCounts> sums =
        Reply.sum(SealedCounts.zero(SealedMixtureFit.size(layout, candidates)));
    SealedCounts counts = sites.total(SealedMixtureQuestion.Begin.of(candidates), sums);
    for (int step = 1; step < STEPS; step++) {
      counts = sites.total(new SealedMixtureQuestion.Step(counts), sums);
    }
    int last = SealedMixtureRelease.mostSums(clusterCount, layout) + HiddenRounding.WORDS;
    SealedCounts cut =
        sites.total(new SealedMixtureQuestion.Last(counts), Reply.sum(SealedCounts.zero(last)));
    return TotalsCoordinator.given(
        sites.total(
            new SealedMixtureQuestion.Answer(cut),
            WholeTotals.zero(1 + SealedMixtureSite.size(clusterCount, layout), 0)));
  }

  private static final int STEPS = Integer.getInteger("em.steps", 40);

  private List<Candidate> candidates(List<IntVector> starts, int clusterCount) {
    List<LevelMixture> mixtures = new ArrayList<>();
    List<IntVector> from = new ArrayList<>(starts);
    from.add(nearest(clusterCount));
    for (IntVector start : from) {
      int[] labels = start.toArray();
      if (Arrays.stream(labels).distinct().count() == clusterCount
          && mixtures.size() < SealedMixtureQuestion.MOST_MIXTURES / Mode.values().length) {
        mixtures.add(start(labels, clusterCount));
      }
    }
    List<Candidate> candidates = new ArrayList<>();
    for (LevelMixture start : mixtures) {
      for (Mode mode : layout.numbers() == 0 ? new Mode[] {Mode.DIAGONAL} : Mode.values()) {
        long parameters =
            LevelMixture.parameterCount(mode, clusterCount, layout.numbers(), layout.levels());
        if (parameters <= cells.records()) {
          candidates.add(new Candidate(start, mode));
        }
      }
    }
    return candidates;
  }

  /** Returns the clusters of the anchors by k-means. */
  private IntVector nearest(int clusterCount) {
    return IntVector.of(
        new KMeans(KMeans.Options.of(clusterCount))
            .fit(
                anchors.points(),
                anchors.counts().toArray(),
                context.seed().child("starts"),
                context.parallel())
            .labels());
  }

  /** Returns the mixture of clusters of the anchors, of one covariance. */
  private LevelMixture start(int[] labels, int clusterCount) {
    boolean hasRegions = labels.length > cells.count();
    CellRecords known = hasRegions ? anchors.asRecords(cells) : cells.asRecords();
    LevelSums sums = new LevelSums(Mode.TIED, clusterCount, layout.numbers(), layout.levels());
    long[] totals = new long[sums.size()];
    long[] all = new long[LevelSums.All.size(layout.numbers(), layout.levelCount())];
    double[] numbers = new double[layout.numbers()];
    double[] shares = new double[layout.levelCount()];
    for (int p = 0; p < labels.length; p++) {
      layout.split(known.means().array(), p * known.means().columns(), numbers, shares);
      double[] posteriors = new double[clusterCount];
      posteriors[labels[p]] = 1;
      long[] own = new long[totals.length];
      sums.add(numbers, shares, posteriors, 0, own, 0);
      long[] ownAll = new long[all.length];
      LevelSums.All.add(numbers, shares, ownAll);
      for (int k = 0; k < own.length; k++) {
        totals[k] += Math.round(known.counts()[p] * own[k]);
      }
      for (int k = 0; k < ownAll.length; k++) {
        all[k] += Math.round(known.counts()[p] * ownAll[k]);
      }
    }
    LevelSums.All about = LevelSums.All.of(all, layout.numbers(), layout.levelCount());
    return sums.moved(totals, 0, within(about), layout.numberRounding());
  }

  /** Adds what is inside the cells to the covariance of their means. */
  private LevelSums.All within(LevelSums.All means) {
    Matrix inside = cells.inside();
    int[] numbers = numberFeatures();
    return new LevelSums.All(
        means.records(),
        means.means(),
        means
            .covariance()
            .map(
                (i, j, value) ->
                    value + inside.at(numbers[i], numbers[j]) / Math.max(1, cells.records())),
        means.shares());
  }

  private int[] numberFeatures() {
    int[] features = new int[layout.numbers()];
    for (int b = 0, at = 0, n = 0; b < layout.sizes().size(); b++) {
      if (layout.sizes().at(b) == 0) {
        features[n++] = at;
      }
      at += Math.max(1, layout.sizes().at(b));
    }
    return features;
  }
}
