package io.coterie.audit;

import io.coterie.audit.internal.membership.ExactTranscript;
import io.coterie.plan.Budget;
import io.coterie.plan.DpTerms;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.internal.ZeroConcentrated;

/**
 * What is promised for one person, and what it means for an attacker.
 *
 * @param budget (ε, δ) over all messages
 * @param recordsPerPerson m
 * @param rho the largest divergence that the promise allows
 */
public record PrivacyClaim(Budget budget, int recordsPerPerson, double rho) {
  /**
   * Takes ρ from the budget alone where all noise is of one law, so that steps which overspend
   * together are found: Gaussian noise of (ε, δ) is ρ-zCDP, and ε-differential privacy is
   * ε²/2-zCDP. Where both are used, what the mechanisms state is composed.
   */
  public static PrivacyClaim of(DpTerms terms, ExactTranscript world) {
    Budget budget = terms.budget();
    boolean hasGaussian = uses(world, Mechanism.Law.GAUSSIAN);
    boolean hasLaplace = uses(world, Mechanism.Law.LAPLACE);
    double rho;
    if (!hasLaplace) {
      rho = ZeroConcentrated.rho(budget.epsilon(), budget.delta());
    } else if (!hasGaussian) {
      rho = 0.5 * budget.epsilon() * budget.epsilon();
    } else {
      PrivacyLoss stated = world.stated();
      double m = terms.recordsPerPerson();
      rho = m * m * (stated.rho() + 0.5 * stated.pureEpsilon() * stated.pureEpsilon());
    }
    return new PrivacyClaim(budget, terms.recordsPerPerson(), rho);
  }

  private static boolean uses(ExactTranscript world, Mechanism.Law law) {
    return world.single().stream()
        .flatMap(release -> release.blocks().stream())
        .map(NoisyBlock::mechanism)
        .anyMatch(mechanism -> mechanism.law() == law);
  }

  /** By what the mechanisms state; m records of a person multiply ρ by m², ε by m. */
  public double epsilonOf(PrivacyLoss stated) {
    double m = recordsPerPerson;
    double rho = m * m * stated.rho();
    double pure = m * stated.pureEpsilon();
    return pure + (rho > 0 ? ZeroConcentrated.epsilon(rho, budget.delta()) : 0);
  }

  /** e^ε/(1 + e^ε), and δ more: no membership test may have a larger AUC. */
  public double aucCeiling() {
    return 1 / (1 + Math.exp(-budget.epsilon())) + budget.delta();
  }
}
