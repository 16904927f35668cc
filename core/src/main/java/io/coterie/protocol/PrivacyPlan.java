package io.coterie.protocol;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import java.util.Optional;

/**
 * The privacy of a study.
 *
 * @param level what is promised
 * @param graphDisclosureAccepted whether somebody said that graphs over records may leave
 * @param smallestGroup groups of fewer records are joined to others before they are sent, or
 *     withheld: less data, not differential privacy
 * @param terms of the strict level, and of no other
 */
public record PrivacyPlan(
    PrivacyLevel level,
    boolean graphDisclosureAccepted,
    int smallestGroup,
    Optional<StrictTerms> terms) {
  public PrivacyPlan {
    requireNonNull(level, "level is null");
    requireNonNull(terms, "terms is null");
    if (smallestGroup < 1) {
      throw CoterieException.usage(
          "--min-group is %d; it must be at least 1.".formatted(smallestGroup));
    }
    if (level != PrivacyLevel.COMPONENT && smallestGroup > 1) {
      throw CoterieException.usage(
          "--min-group is for privacy level component; level %s sends %s."
              .formatted(
                  level.word(),
                  level == PrivacyLevel.PAPER ? "graphs over records" : "no group by itself"));
    }
    if (level == PrivacyLevel.PAPER && !graphDisclosureAccepted) {
      throw CoterieException.usage(
          "Privacy level paper sends graphs over records, from which records can be rebuilt. Use"
              + " --privacy component, or say --accept-graph-disclosure.");
    }
    if ((level == PrivacyLevel.STRICT) != terms.isPresent()) {
      throw CoterieException.usage(
          "A budget (--epsilon) belongs to privacy level strict, which needs one.");
    }
  }

  /** Returns summaries of groups of any size, the plan of a study that says nothing. */
  public static PrivacyPlan component() {
    return new PrivacyPlan(PrivacyLevel.COMPONENT, false, 1, Optional.empty());
  }

  /** Returns the published way, for data that is public anyway. */
  public static PrivacyPlan paper() {
    return new PrivacyPlan(PrivacyLevel.PAPER, true, 1, Optional.empty());
  }

  /** Returns summaries of groups of at least so many records. */
  public static PrivacyPlan component(int smallestGroup) {
    return new PrivacyPlan(PrivacyLevel.COMPONENT, false, smallestGroup, Optional.empty());
  }

  public static PrivacyPlan strict(StrictTerms terms) {
    return new PrivacyPlan(PrivacyLevel.STRICT, false, 1, Optional.of(terms));
  }

  public boolean isStrict() {
    return level == PrivacyLevel.STRICT;
  }
}
