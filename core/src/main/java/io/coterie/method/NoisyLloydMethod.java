package io.coterie.method;

import io.coterie.CoterieException;
import io.coterie.protocol.StudyPlan;
import java.util.Set;

/**
 * Lloyd's iteration on counts and sums to which every site adds Laplace noise: {@link
 * io.coterie.privacy.NoisyLloyd} says how much and what it is good for. Centers start from a
 * packing of the box that sees no data.
 *
 * <p>The box around the records comes from the sites' extremes, and preparation before it sends
 * sums without noise. Hence ε is nominal: it bounds what the rounds of sums tell, not what the
 * whole study does.
 */
public final class NoisyLloydMethod implements FederatedMethod {
  private static final double DEFAULT_EPSILON = 1;

  @Override
  public String name() {
    return "dp-lloyd";
  }

  @Override
  public String summary() {
    return "k-means by noisy sums; --epsilon (1) is nominal: bounds are sent without noise";
  }

  @Override
  public Set<String> options() {
    return Set.of("epsilon");
  }

  @Override
  public void check(StudyPlan plan) {
    if (plan.clusters().isAuto()) {
      throw CoterieException.usage(
          "Method dp-lloyd needs a number of clusters; coterie suggest finds one, or use"
              + " anchor-graph with --clusters auto.");
    }
    epsilon(plan);
  }

  static double epsilon(StudyPlan plan) {
    return plan.options().positive("epsilon").orElse(DEFAULT_EPSILON);
  }

  @Override
  public SitePart site(StudyPlan plan, SiteContext context) {
    return new NoisyLloydSite(plan, context);
  }

  @Override
  public CoordinatorPart coordinator(StudyPlan plan, CoordinatorContext context) {
    return new NoisyLloydCoordinator(plan, context);
  }
}
