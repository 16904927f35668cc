package io.coterie.study;

import io.coterie.message.Payload;
import io.coterie.message.SumPayload;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;

/**
 * How a study adds up what its sites say.
 *
 * @param threshold how many of them must stay to the end of a masked sum
 */
public record SumTerms(StudyPlan plan, int sites, int threshold) {
  public static SumTerms of(Study study) {
    return new SumTerms(
        study.plan(),
        study.participation().sites().size(),
        Math.max(SumMode.fewest(study.plan().privacy()), study.participation().quorum()));
  }

  /** Noise allows a second attempt, see {@link io.coterie.secure.AttemptLog}. */
  private static final int MOST_WITH_NOISE = 2;

  /** Every attempt is a chance to see a total without some site, so there are few. */
  private static final int MOST_WITHOUT_NOISE = 5;

  /** Returns how often a masked sum is tried; coordinator and sites each hold to it. */
  public int mostAttempts() {
    return plan.privacy().isDp() ? MOST_WITH_NOISE : MOST_WITHOUT_NOISE;
  }

  /** Returns whether the others can open a total that a site has masked and not revealed. */
  public boolean opensWithoutOne() {
    return threshold < sites;
  }

  public boolean areMasked() {
    return plan.privacy().sums() == SumMode.MASKED && sites >= SumMode.fewest(plan.privacy());
  }

  /** Returns whether something must not be said but under masks. */
  public boolean masks(Payload said) {
    return said instanceof SumPayload<?> sums && plan.privacy().masks(sums, sites);
  }
}
