package io.coterie.method.anchor;

import io.coterie.EnumText;
import io.coterie.fusion.internal.WeightedPoints;
import io.coterie.math.Vector;
import io.coterie.math.internal.cluster.GaussianMixture;
import io.coterie.math.internal.cluster.GaussianMixture.Mode;
import io.coterie.math.internal.cluster.LargestFirst;
import io.coterie.math.internal.cluster.MixtureSums;
import io.coterie.message.internal.MixtureTotals;
import io.coterie.method.CoordinatorContext;
import io.coterie.method.Diagnostics;
import io.coterie.method.Sites;
import io.coterie.model.ClusterModel;
import io.coterie.model.internal.MixtureModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Refines the clusters of a table by Gaussian mixtures, tied and full, fitted side by side from
 * sums. The better by BIC is taken if its posteriors are sure of themselves, else the clusters stay
 * as they were: a mixture that has to guess (rings, moons) is the wrong shape for the data.
 */
record MixtureRefinement(ClusterModel start, WeightedPoints nodes, CoordinatorContext context) {
  static final int MAX_ROUNDS = 60;

  /** The rise of the mean log-likelihood at which EM ends. */
  private static final double TOLERANCE = 1e-5;

  /** The largest mean posterior entropy, as a share of ln C, of a mixture that is taken. */
  private static final double SURE = 0.08;

  /** One mixture on its way. */
  private static final class Candidate {
    private final Mode mode;
    private GaussianMixture mixture;
    private MixtureSums sums;
    private double last = Double.NEGATIVE_INFINITY;
    private boolean converged;
    private final List<Double> course = new ArrayList<>();

    Candidate(Mode mode, MixtureSums start) {
      this.mode = mode;
      this.mixture = GaussianMixture.fit(start, mode);
    }

    void take(MixtureSums total) {
      sums = total.withOrigin(mixture.origin());
      // Negated, so that a likelihood that is no number ends it too.
      converged = !(total.meanLogLikelihood() - last >= TOLERANCE);
      last = total.meanLogLikelihood();
      course.add(last);
    }

    void improve() {
      mixture = GaussianMixture.fit(sums, mode);
    }
  }

  /** Returns the better mixture if it is sure of itself, else the clusters as they were. */
  ClusterModel refine(Sites sites) {
    // Sums of squares about the anchors' mean lose fewer digits when means are taken off them.
    MixtureTotals first = sites.total(new RefinementStart(start, nodes.mean()), zero(1));
    List<Candidate> candidates =
        candidates(first.mixtures().get(0).withOrigin(nodes.mean().toArray()));
    List<Candidate> active = candidates;
    for (int round = 1; round <= MAX_ROUNDS && !active.isEmpty(); round++) {
      MixtureTotals totals =
          sites.total(
              new MixtureQuestion(active.stream().map(candidate -> candidate.mixture).toList()),
              zero(active.size()));
      for (int m = 0; m < active.size(); m++) {
        active.get(m).take(totals.mixtures().get(m));
      }
      active = active.stream().filter(candidate -> !candidate.converged).toList();
      if (round < MAX_ROUNDS) {
        active.forEach(Candidate::improve);
      }
    }
    return best(candidates);
  }

  private MixtureTotals zero(int mixtures) {
    return MixtureTotals.zero(mixtures, start.clusterCount(), nodes.points().columns());
  }

  /** Returns the mixtures for which there are enough records. */
  private static List<Candidate> candidates(MixtureSums sums) {
    return Arrays.stream(Mode.values())
        .map(mode -> new Candidate(mode, sums))
        .filter(candidate -> candidate.mixture.parameterCount() <= sums.total())
        .toList();
  }

  private ClusterModel best(List<Candidate> candidates) {
    Optional<Candidate> best =
        candidates.stream().min(Comparator.comparingDouble(c -> c.mixture.bic(c.sums)));
    if (best.isEmpty()) {
      context.report("refinement", "none: too few records for a Gaussian mixture");
      return start;
    }
    context.show(
        new Diagnostics.Curve(
            "Mean log-likelihood of the mixture",
            "step of EM",
            "log-likelihood of a record",
            Vector.of(best.get().course.stream().mapToDouble(value -> value).toArray())));
    // BIC compares the mixtures with each other; whether either suits the records, entropy tells.
    double entropy = best.get().sums.meanEntropy();
    boolean sure = entropy <= SURE;
    context.report(
        "refinement",
        "%s Gaussian mixture %s: posterior entropy %.3f, limit %.2f"
            .formatted(EnumText.of(best.get().mode), sure ? "taken" : "refused", entropy, SURE));
    return sure ? largestFirst(best.get().mixture) : start;
  }

  static ClusterModel largestFirst(GaussianMixture mixture) {
    return MixtureModel.of(mixture)
        .renumbered(LargestFirst.ranks(mixture.means(), mixture.weights()));
  }
}
