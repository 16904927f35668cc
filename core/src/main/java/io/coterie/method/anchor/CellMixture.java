package io.coterie.method.anchor;

import io.coterie.EnumText;
import io.coterie.math.Blas;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.internal.cluster.CellRecords;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.GaussianMixture.Mode;
import io.coterie.math.internal.eigen.EigenPairs;
import io.coterie.method.CoordinatorContext;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.MixtureModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Refines the clusters of a table by Gaussian mixtures that are fitted to the cells: a cell counts
 * as so many records at its mean, with a scatter that has the shape of that inside all cells and
 * the cell's own size. Nothing is asked of the sites but how well the mixtures suit the records.
 *
 * <p>The best by BIC is taken if its posteriors are sure of themselves, else the clusters stay as
 * they were: a mixture that has to guess (rings, moons) is the wrong shape for the data.
 */
record CellMixture(Cells cells, CoordinatorContext context) {
  private static final int MAX_ROUNDS = 300;

  /** The rise of the mean log-likelihood at which EM ends. */
  private static final double TOLERANCE = 1e-5;

  /** The largest mean posterior entropy, as a share of ln C, of a mixture that is taken. */
  private static final double SURE = 0.08;

  /** The least variance of a mixture along any direction, as a share of the mean of all. */
  private static final double LEAST_VARIANCE = 1e-3;

  /** With fewer cells for each cluster, EM over the cells is not enough. */
  private static final int FEW_CELLS = 8;

  /** One mixture, and how it was found. */
  private record Candidate(String name, GaussianMixture mixture) {}

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

  ClusterModel refine(ClusterModel start, IntVector clusters, int clusterCount, Asked asked) {
    List<Candidate> candidates = candidates(clusters, clusterCount);
    if (candidates.isEmpty()) {
      context.report("refinement", "none: too few records for a Gaussian mixture");
      return start;
    }
    Choice chosen = choice(candidates, asked);
    if (hasFew(cells.count(), clusterCount)) {
      candidates = List.of(stepped(candidates.get(chosen.likeliest()).mixture(), asked));
      chosen = choice(candidates, asked);
    }
    context.report(
        "refinement",
        chosen.sure() >= 0
            ? "%s Gaussian mixture taken".formatted(candidates.get(chosen.sure()).name())
            : "Gaussian mixtures refused: posterior entropy %.3f, limit %.2f"
                .formatted(chosen.entropy(), SURE));
    return chosen.sure() >= 0 ? MixtureModel.of(candidates.get(chosen.sure()).mixture()) : start;
  }

  /** The mixture of the lowest BIC, and that of those that are sure of themselves, or −1. */
  private record Choice(int likeliest, int sure, double entropy) {}

  private static Choice choice(List<Candidate> candidates, Asked asked) {
    List<GaussianMixture> mixtures = candidates.stream().map(Candidate::mixture).toList();
    long[] totals = asked.scores(new MixtureQuestion(mixtures));
    double[] bics = new double[mixtures.size()];
    double entropy = 1;
    int likeliest = 0;
    int sure = -1;
    for (int m = 0; m < bics.length; m++) {
      MixtureScores.Score score = MixtureScores.score(totals, m);
      bics[m] =
          -2 * totals[0] * score.logLikelihood()
              + mixtures.get(m).parameterCount() * Math.log((double) totals[0]);
      entropy = Math.min(entropy, score.entropy());
      likeliest = bics[m] < bics[likeliest] ? m : likeliest;
      if (score.entropy() <= SURE && (sure < 0 || bics[m] < bics[sure])) {
        sure = m;
      }
    }
    return new Choice(likeliest, sure, entropy);
  }

  /**
   * Takes some steps of EM over the records themselves, by rounded sums. One covariance for all
   * clusters follows from the means and the scatter of all records.
   */
  private Candidate stepped(GaussianMixture start, Asked asked) {
    GaussianMixture mixture = start;
    long[] last = {};
    for (int step = 0; step < MemberQuestion.MOST_STEPS; step++) {
      MemberQuestion question = new MemberQuestion(mixture);
      long[] totals = asked.members(question);
      if (Arrays.equals(totals, last) || !isFilled(totals, cells.dimension())) {
        break;
      }
      mixture = moved(question, totals);
      last = totals;
    }
    return new Candidate(EnumText.of(Mode.TIED), mixture);
  }

  private static boolean isFilled(long[] totals, int d) {
    for (int at = 0; at < totals.length; at += 1 + d) {
      if (totals[at] <= 0) {
        return false;
      }
    }
    return true;
  }

  private GaussianMixture moved(MemberQuestion question, long[] totals) {
    int d = cells.dimension();
    int clusterCount = question.mixture().clusterCount();
    double all = 0;
    for (int at = 0; at < totals.length; at += 1 + d) {
      all += totals[at];
    }
    double[] weights = new double[clusterCount];
    Matrix centers = Matrix.zeros(clusterCount, d);
    double records = cells.records();
    Matrix within = cells.scatter().map((i, j, value) -> value / records);
    for (int c = 0; c < clusterCount; c++) {
      int at = c * (1 + d);
      weights[c] = totals[at] / all;
      for (int j = 0; j < d; j++) {
        double part = (double) totals[at + 1 + j] / totals[at];
        centers.set(c, j, question.mixture().means().at(c, j) + question.deviation(c, j) * part);
      }
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          within.set(i, j, within.at(i, j) - weights[c] * centers.at(c, i) * centers.at(c, j));
        }
      }
    }
    return GaussianMixture.of(weights, centers, List.of(positive(within)));
  }

  /** Returns the covariance with all its eigenvalues at least a small share of the variance. */
  private Matrix positive(Matrix covariance) {
    EigenPairs pairs = Blas.symmetricEigen(covariance);
    double total = 0;
    for (int j = 0; j < covariance.rows(); j++) {
      total += cells.scatter().at(j, j) / cells.records();
    }
    double least = LEAST_VARIANCE * total / covariance.rows();
    Matrix scaled =
        pairs.vectors().map((i, j, value) -> value * Math.sqrt(Math.max(pairs.values()[j], least)));
    return Blas.multiplyTransposed(transposed(scaled), transposed(scaled));
  }

  private static Matrix transposed(Matrix matrix) {
    Matrix turned = Matrix.zeros(matrix.columns(), matrix.rows());
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        turned.set(j, i, matrix.at(i, j));
      }
    }
    return turned;
  }

  private List<Candidate> candidates(IntVector clusters, int clusterCount) {
    CellRecords known = known();
    List<Candidate> found = new ArrayList<>();
    for (Mode by : Mode.values()) {
      int[] hard = clustered(known, clusters, clusterCount, by);
      for (Mode mode : hard.length == 0 ? new Mode[0] : Mode.values()) {
        if (mode == Mode.FULL || by == Mode.TIED) {
          GaussianMixture mixture = fit(known, CellRecords.posteriors(hard, clusterCount), mode);
          if (mixture != null && isFilled(hard, clusterCount)) {
            found.add(new Candidate(EnumText.of(mode), mixture));
          }
        }
      }
    }
    return found;
  }

  private static boolean isFilled(int[] labels, int clusterCount) {
    return Arrays.stream(labels).distinct().count() == clusterCount;
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
    int[] labels = new int[cells.count()];
    for (int p = 0; p < labels.length; p++) {
      for (int c = 1; c < clusterCount; c++) {
        labels[p] = posteriors.at(p, c) > posteriors.at(p, labels[p]) ? c : labels[p];
      }
    }
    return labels;
  }

  /** Returns the cells in the units of the records, all of the shape of one cell. */
  private CellRecords known() {
    Matrix inside = cells.inside();
    double trace = 0;
    for (int j = 0; j < inside.rows(); j++) {
      trace += inside.at(j, j);
    }
    double scale = trace > 0 ? 1 / trace : 0;
    return new CellRecords(
        cells.means(),
        cells.totals().stream().mapToDouble(CellTotals::count).toArray(),
        cells.totals().stream().mapToDouble(cells::variance).toArray(),
        inside.map((i, j, value) -> scale * value));
  }
}
