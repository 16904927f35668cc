package io.coterie.plan;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.message.SumPayload;
import java.util.Optional;

/**
 * The privacy of a study.
 *
 * @param level what is promised
 * @param disclosureAccepted whether somebody accepted what levels paper and component give away
 * @param smallestGroup K: level totals gives no sum over fewer records of all sites; at level
 *     component, smaller groups of a site are joined to others or withheld
 * @param sums whether sums over records go under masks
 * @param terms of level dp, and of no other; they say what becomes of its sums
 */
public record PrivacyPlan(
    PrivacyLevel level,
    boolean disclosureAccepted,
    int smallestGroup,
    SumMode sums,
    Optional<DpTerms> terms) {
  /** K, the fewest records of all sites that a total is over, unless the study states another. */
  public static final int SMALLEST_TOTAL = 10;

  /** The share of a deviation to which values are rounded before they go into sums over few. */
  public static final double COARSE_SHARE = 0.25;

  public PrivacyPlan {
    requireNonNull(sums, "sums is null");
    requireNonNull(level, "level is null");
    requireNonNull(terms, "terms is null");
    if (smallestGroup < 1) {
      throw CoterieException.usage(
          "--min-group is %d; it must be at least 1.".formatted(smallestGroup));
    }
    boolean hasGroups = level == PrivacyLevel.COMPONENT || level == PrivacyLevel.TOTALS;
    if (!hasGroups && smallestGroup > 1) {
      throw CoterieException.usage(
          "--min-group is for privacy levels totals and component; level %s sends %s."
              .formatted(
                  level.word(),
                  level == PrivacyLevel.PAPER ? "graphs over records" : "no group by itself"));
    }
    if (level.acceptance().isPresent() != disclosureAccepted) {
      throw CoterieException.usage(unaccepted(level));
    }
    if ((level == PrivacyLevel.DP) != terms.isPresent()) {
      throw CoterieException.usage(
          "A budget (--epsilon) belongs to privacy level dp, which needs one.");
    }
    if (level != PrivacyLevel.COMPONENT && sums != given(level, terms)) {
      throw CoterieException.usage(
          "--sums is for privacy level component; level %s %s."
              .formatted(
                  level.word(),
                  switch (level) {
                    case PAPER -> "hides nothing";
                    case TOTALS -> "always has them under masks";
                    default -> "says it by --noise";
                  }));
    }
  }

  private static String unaccepted(PrivacyLevel level) {
    String what =
        switch (level) {
          case PAPER ->
              "Privacy level paper sends graphs over records, from which records can be rebuilt";
          case COMPONENT ->
              "Privacy level component sends means of small groups of each site, some of a single"
                  + " record";
          case TOTALS, DP -> "Privacy level %s gives nothing away".formatted(level.word());
        };
    return level
        .acceptance()
        .map(
            flag ->
                "%s. Use method anchor-graph at level totals, or accept it with --%s."
                    .formatted(what, flag))
        .orElse(what + " that must be accepted; leave the acceptance out.");
  }

  /** Returns what the level and the dp terms, or their absence, say of sums. */
  private static SumMode given(PrivacyLevel level, Optional<DpTerms> terms) {
    if (level == PrivacyLevel.TOTALS) {
      return SumMode.MASKED;
    }
    return terms.filter(dp -> dp.noise() == NoiseMode.SECURE_SUMS).isPresent()
        ? SumMode.MASKED
        : SumMode.PLAIN;
  }

  public PrivacyPlan with(SumMode others) {
    return new PrivacyPlan(level, disclosureAccepted, smallestGroup, others, terms);
  }

  /**
   * Returns whether sums go under masks, so that the coordinator of so many sites sees their total
   * and no site's own. It holds for sums of any size: those that are too large for masks are not
   * sent.
   */
  public boolean masks(SumPayload<?> shape, int sites) {
    return sums == SumMode.MASKED && sites >= SumMode.fewest(this);
  }

  /** Returns to what multiples level totals rounds counts that may be of fewer than K records. */
  public static long countMultiple(int smallestGroup) {
    return (smallestGroup + 1L) / 2;
  }

  /**
   * Returns how many records of all sites at least a sum of values as they are is over; sums over
   * fewer, of at least K, are of values that are rounded to {@value #COARSE_SHARE} deviations.
   */
  public static long exactTotal(int smallestGroup) {
    return smallestGroup == 1 ? 1 : 4L * smallestGroup;
  }

  /** Returns totals over at least {@value #SMALLEST_TOTAL} records: what a study has by default. */
  public static PrivacyPlan totals() {
    return totals(SMALLEST_TOTAL);
  }

  /** Returns totals over at least so many records. */
  public static PrivacyPlan totals(int smallestGroup) {
    return new PrivacyPlan(
        PrivacyLevel.TOTALS, false, smallestGroup, SumMode.MASKED, Optional.empty());
  }

  /** Returns summaries of groups of any size, accepted. */
  public static PrivacyPlan component() {
    return component(1);
  }

  /** Returns the published way, for data that is public anyway. */
  public static PrivacyPlan paper() {
    return new PrivacyPlan(PrivacyLevel.PAPER, true, 1, SumMode.PLAIN, Optional.empty());
  }

  /** Returns summaries of groups of at least so many records, accepted. */
  public static PrivacyPlan component(int smallestGroup) {
    return new PrivacyPlan(
        PrivacyLevel.COMPONENT, true, smallestGroup, SumMode.PLAIN, Optional.empty());
  }

  public static PrivacyPlan dp(DpTerms terms) {
    return new PrivacyPlan(
        PrivacyLevel.DP, false, 1, given(PrivacyLevel.DP, Optional.of(terms)), Optional.of(terms));
  }

  public boolean isDp() {
    return level == PrivacyLevel.DP;
  }
}
