package io.coterie.method;

import io.coterie.EnumText;
import io.coterie.fusion.WeightedPoints;
import io.coterie.math.GaussianMixture;
import io.coterie.math.GaussianMixture.Mode;
import io.coterie.math.MixtureSums;
import io.coterie.math.Vector;
import io.coterie.model.ClusterModel;
import io.coterie.model.MixtureModel;
import io.coterie.protocol.MixtureTotals;
import io.coterie.protocol.Payload;
import io.coterie.protocol.SiteMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Refines the clusters of a table by Gaussian mixtures, tied and full, fitted side by side from
 * sums. The better by BIC is taken if its posteriors are sure of themselves, else the clusters stay
 * as they were: a mixture that has to guess (rings, moons) is the wrong shape for the data.
 */
final class MixtureRefinement {
  private static final int MAX_ROUNDS = 60;

  /** The rise of the mean log-likelihood at which EM ends. */
  private static final double TOLERANCE = 1e-5;

  /** The largest mean posterior entropy, as a share of ln C, of a mixture that is taken. */
  private static final double SURE = 0.08;

  private final ClusterModel start;
  private final WeightedPoints nodes;
  private final CoordinatorContext context;
  private final List<Candidate> candidates = new ArrayList<>();
  private int round;

  MixtureRefinement(ClusterModel start, WeightedPoints nodes, CoordinatorContext context) {
    this.start = start;
    this.nodes = nodes;
    this.context = context;
  }

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
      converged = !(total.meanLogLikelihood() - last >= TOLERANCE);
      last = total.meanLogLikelihood();
      course.add(last);
    }

    void improve() {
      mixture = GaussianMixture.fit(sums, mode);
    }
  }

  Step start() {
    return ask(new RefinementStart(start, nodes.mean()), 1);
  }

  private Step ask(Payload question, int mixtures) {
    return new Step.Ask(
        question,
        Reply.sum(MixtureTotals.zero(mixtures, start.clusterCount(), nodes.points().columns())));
  }

  /** Takes the sums of a round; returns the next question, or nothing when EM has ended. */
  Optional<Step> next(List<SiteMessage> replies) {
    MixtureTotals totals = SiteMessage.total(replies, MixtureTotals.class);
    if (round == 0) {
      begin(totals.mixtures().get(0).withOrigin(nodes.mean().toArray()));
    } else {
      List<Candidate> asked = active();
      for (int m = 0; m < asked.size(); m++) {
        asked.get(m).take(totals.mixtures().get(m));
      }
      if (round < MAX_ROUNDS) {
        active().forEach(Candidate::improve);
      }
    }
    round++;
    List<Candidate> active = active();
    return active.isEmpty() || round > MAX_ROUNDS
        ? Optional.empty()
        : Optional.of(
            ask(new MixtureQuestion(active.stream().map(c -> c.mixture).toList()), active.size()));
  }

  private void begin(MixtureSums sums) {
    for (Mode mode : Mode.values()) {
      Candidate candidate = new Candidate(mode, sums);
      if (candidate.mixture.parameterCount() <= sums.total()) {
        candidates.add(candidate);
      }
    }
  }

  private List<Candidate> active() {
    return candidates.stream().filter(candidate -> !candidate.converged).toList();
  }

  /** Returns the better mixture if it is sure of itself, else the model given. */
  ClusterModel best(ClusterModel otherwise) {
    Optional<Candidate> best =
        candidates.stream().min(Comparator.comparingDouble(c -> c.mixture.bic(c.sums)));
    if (best.isEmpty()) {
      context.findings().report("refinement", "none: too few records for a Gaussian mixture");
      return otherwise;
    }
    context
        .findings()
        .show(
            new Sketch.Curve(
                "Mean log-likelihood of the mixture",
                "step of EM",
                "log-likelihood of a record",
                Vector.of(best.get().course.stream().mapToDouble(value -> value).toArray())));
    double entropy = best.get().sums.meanEntropy();
    boolean sure = entropy <= SURE;
    context
        .findings()
        .report(
            "refinement",
            "%s Gaussian mixture %s: posterior entropy %.3f, limit %.2f"
                .formatted(
                    EnumText.of(best.get().mode), sure ? "taken" : "refused", entropy, SURE));
    return sure ? MixtureModel.of(best.get().mixture) : otherwise;
  }
}
