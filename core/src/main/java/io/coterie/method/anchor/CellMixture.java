package io.coterie.method.anchor;

import io.coterie.EnumText;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.CellRecords;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.GaussianMixture.Mode;
import io.coterie.math.internal.cluster.KMeans;
import io.coterie.method.CoordinatorContext;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.MixtureModel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Refines the clusters of a table by Gaussian mixtures that are fitted to the cells: a cell counts
 * as so many records at its mean, with a scatter that has the shape of that inside all cells and
 * the cell's own size. Nothing is asked of the sites but how well the mixtures suit the records;
 * where cells are few, {@link MixtureSteps} follow.
 *
 * <p>The best by BIC is taken if its posteriors are sure of themselves, else the clusters stay as
 * they were: a mixture that has to guess (rings, moons) is the wrong shape for the data.
 *
 * @param cells the leaves of the tree
 * @param anchors means of the cells and of overlapping regions
 */
record CellMixture(Cells cells, FurtherAnchors.Means anchors, CoordinatorContext context) {
  /** With fewer cells for each cluster, EM over the cells is not enough. */
  private static final int FEW_CELLS = 8;

  /** With fewer, steps of EM over the records make a mixture of one covariance better. */
  private static final int STEPPED_CELLS = 24;

  private static final int MAX_ROUNDS = 300;

  /** The rise of the mean log-likelihood at which EM ends. */
  private static final double TOLERANCE = 1e-5;

  /** The largest mean posterior entropy, as a share of that of the weights, that is taken. */
  private static final double SURE = 0.08;

  /**
   * One mixture, and how it was found.
   *
   * @param isOfGraph whether it started from the clusters of the graph; those that did not are
   *     taken only where none that did is sure of itself
   */
  private record Candidate(Mode mode, GaussianMixture mixture, boolean isOfGraph) {}

  /** Asks the sites about mixtures. */
  interface Asked {
    /** Returns how well mixtures suit the records, see {@link MixtureScores}. */
    long[] scores(MixtureQuestion question);

    /** Returns the rounded totals of one step of EM over the records. */
    long[] members(MemberQuestion question);
  }

  /** Returns whether there are too few cells for the clusters to be found by them only. */
  static boolean hasFew(int cells, int clusterCount) {
    return cells < FEW_CELLS * clusterCount;
  }

  /** Returns whether sums by cluster may be asked for. */
  static boolean isStepped(int cells, int clusterCount) {
    return cells < STEPPED_CELLS * clusterCount;
  }

  /**
   * Returns the mixture that is taken, or the clusters of the graph.
   *
   * @param starts partitions of the anchors, that of the graph first
   */
  ClusterModel refine(ClusterModel graph, List<IntVector> starts, int clusterCount, Asked asked) {
    boolean hasFew = hasFew(cells.count(), clusterCount);
    List<Candidate> candidates =
        hasFew ? few(starts.get(0), clusterCount) : candidates(starts, clusterCount);
    if (candidates.isEmpty()) {
      context.report("refinement", "none: no Gaussian mixture of the cells keeps all clusters");
      return graph;
    }
    MixtureSteps steps = new MixtureSteps(cells, asked);
    if (hasFew) {
      candidates = candidates.stream().map(one -> tied(steps.first(one.mixture()))).toList();
    }
    Choice chosen = choice(candidates, asked);
    if (hasFew) {
      candidates = List.of(tied(steps.rest(candidates.get(chosen.likeliest()).mixture())));
      chosen = choice(candidates, asked);
    } else if (isStepped(cells.count(), clusterCount)
        && chosen.sure() >= 0
        && candidates.get(chosen.sure()).mode() == Mode.TIED) {
      List<Candidate> stepped = List.of(tied(steps.all(candidates.get(chosen.sure()).mixture())));
      Choice again = choice(stepped, asked);
      if (again.sure() >= 0) {
        candidates = stepped;
        chosen = again;
      }
    }
    context.report(
        "refinement",
        chosen.sure() >= 0
            ? "%s Gaussian mixture taken"
                .formatted(EnumText.of(candidates.get(chosen.sure()).mode()))
            : "Gaussian mixtures refused: posterior entropy %.3f, limit %.2f"
                .formatted(chosen.entropy(), SURE));
    return chosen.sure() >= 0 ? MixtureModel.of(candidates.get(chosen.sure()).mixture()) : graph;
  }

  private static Candidate tied(GaussianMixture mixture) {
    return new Candidate(Mode.TIED, mixture, true);
  }

  /** The mixture of the lowest BIC, and that of those that are sure of themselves, or −1. */
  private record Choice(int likeliest, int sure, double entropy) {}

  private static Choice choice(List<Candidate> candidates, Asked asked) {
    List<GaussianMixture> mixtures = candidates.stream().map(Candidate::mixture).toList();
    long[] totals = asked.scores(new MixtureQuestion(mixtures));
    double[] bics = new double[mixtures.size()];
    double least = Double.POSITIVE_INFINITY;
    int likeliest = 0;
    int sure = -1;
    for (int m = 0; m < bics.length; m++) {
      GaussianMixture mixture = mixtures.get(m);
      MixtureScores.Score score = MixtureScores.score(totals, m);
      bics[m] =
          -2 * totals[0] * score.logLikelihood()
              + mixture.parameterCount() * Math.log((double) totals[0]);
      likeliest = bics[m] < bics[likeliest] ? m : likeliest;
      // A mixture of one large and some tiny components is sure of every record: as a share of the
      // entropy of its weights it is not.
      double entropy =
          score.entropy() * Math.log(mixture.clusterCount()) / entropy(mixture.weights());
      least = Math.min(least, entropy);
      if (entropy <= SURE && (sure < 0 || isBefore(candidates, bics, m, sure))) {
        sure = m;
      }
    }
    return new Choice(likeliest, sure, least);
  }

  private static boolean isBefore(List<Candidate> candidates, double[] bics, int m, int other) {
    boolean isOfGraph = candidates.get(m).isOfGraph();
    return isOfGraph == candidates.get(other).isOfGraph() ? bics[m] < bics[other] : isOfGraph;
  }

  private static double entropy(double[] weights) {
    return Arrays.stream(weights).map(weight -> -weight * Math.log(weight)).sum();
  }

  /** EM over the cells, from each of some partitions. */
  private List<Candidate> candidates(List<IntVector> starts, int clusterCount) {
    CellRecords known = cells.asRecords();
    Map<String, Candidate> found = new LinkedHashMap<>();
    for (IntVector start : starts) {
      for (Mode by : Mode.values()) {
        int[] hard = clustered(known, start, clusterCount, by);
        for (Mode mode : hard.length == 0 ? new Mode[0] : Mode.values()) {
          if (mode == Mode.FULL || by == Mode.TIED) {
            add(found, known, hard, clusterCount, mode, start.equals(starts.get(0)));
          }
        }
      }
    }
    return List.copyOf(found.values());
  }

  /** Few cells: their overlapping regions count as well, and the partitions themselves. */
  private List<Candidate> few(IntVector start, int clusterCount) {
    CellRecords known = anchors.asRecords(cells);
    IntVector near =
        IntVector.of(
            new KMeans(KMeans.Options.of(clusterCount))
                .fit(
                    known.means(),
                    known.counts(),
                    context.seed().child("starts"),
                    context.parallel())
                .labels());
    Map<String, Candidate> found = new LinkedHashMap<>();
    add(found, known, start.toArray(), clusterCount, Mode.TIED, true);
    add(found, known, near.toArray(), clusterCount, Mode.TIED, true);
    for (IntVector from : List.of(start, near)) {
      int[] hard = clustered(known, from, clusterCount, Mode.TIED);
      if (found.size() < MixtureSteps.MOST_STARTS) {
        add(found, known, hard, clusterCount, Mode.TIED, true);
      }
    }
    return List.copyOf(found.values());
  }

  /** Adds the mixture of a partition, if it is one into so many clusters. */
  private static void add(
      Map<String, Candidate> found,
      CellRecords known,
      int[] labels,
      int clusterCount,
      Mode mode,
      boolean isOfGraph) {
    int[] distinct = Arrays.stream(labels).distinct().toArray();
    if (distinct.length == clusterCount) {
      GaussianMixture mixture = fit(known, CellRecords.posteriors(labels, clusterCount), mode);
      if (mixture != null) {
        int[] numbered =
            Arrays.stream(labels)
                .map(
                    label ->
                        IntStream.range(0, clusterCount).filter(c -> distinct[c] == label).sum())
                .toArray();
        found.putIfAbsent(
            mode + Arrays.toString(numbered), new Candidate(mode, mixture, isOfGraph));
      }
    }
  }

  /** Returns the mixture, or null where there are too few records for it. */
  private static GaussianMixture fit(CellRecords known, Matrix posteriors, Mode mode) {
    GaussianMixture mixture = GaussianMixture.fit(known.sums(posteriors), mode);
    return mixture.parameterCount() <= known.total() ? mixture : null;
  }

  /** Returns the clusters of the cells after EM over the cells; none where there is no mixture. */
  private int[] clustered(CellRecords known, IntVector start, int clusterCount, Mode mode) {
    Matrix posteriors = CellRecords.posteriors(start.toArray(), clusterCount);
    double last = Double.NEGATIVE_INFINITY;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      GaussianMixture mixture = fit(known, posteriors, mode);
      if (mixture == null) {
        return new int[0];
      }
      double likelihood = known.expect(mixture, posteriors, context.parallel()) / known.total();
      if (!(likelihood - last >= TOLERANCE)) {
        break;
      }
      last = likelihood;
    }
    int[] labels = new int[known.counts().length];
    for (int p = 0; p < labels.length; p++) {
      for (int c = 1; c < clusterCount; c++) {
        labels[p] = posteriors.at(p, c) > posteriors.at(p, labels[p]) ? c : labels[p];
      }
    }
    return labels;
  }
}
