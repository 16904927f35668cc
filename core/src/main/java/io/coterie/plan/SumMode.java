package io.coterie.plan;

import io.coterie.EnumText;

/** How the coordinator comes by the sums over all sites. */
public enum SumMode {
  /** Under masks that cancel out: it sees the total and no site's own sums, of whatever size. */
  MASKED,

  /** It gets every site's sums and adds them up. */
  PLAIN;

  /** With fewer sites, a total tells each of them what another one said. */
  public static final int FEWEST_SITES = 3;

  /** With more sites, masks are for those who ask for them: each site makes one for each other. */
  public static final int MOST_SITES = 100;

  /**
   * Returns the fewest sites whose sums are masked. At level totals two are: each of them can take
   * its own off the total, but the coordinator cannot.
   */
  public static int fewest(PrivacyPlan privacy) {
    return privacy.level() == PrivacyLevel.TOTALS ? 2 : FEWEST_SITES;
  }

  public static SumMode among(int sites) {
    return sites >= FEWEST_SITES && sites <= MOST_SITES ? MASKED : PLAIN;
  }

  public String word() {
    return EnumText.of(this);
  }
}
