package io.coterie.plan;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import java.util.Optional;

/**
 * What a dp study promises and what it takes as public. Nothing in it depends on a record.
 *
 * @param budget for all messages of a site together, for one person
 * @param noise who adds it
 * @param sites M, how many sites take part
 * @param colluders t, how many sites may be in league with the coordinator (secure sums only)
 * @param lostSites how many sites may be lost in a round of secure sums; more of them cost the
 *     round
 * @param publicRecords how many records there are over all sites, as a public order of magnitude
 * @param recordsPerPerson the most records of one person at one site
 * @param bounds of a table's features; images and vectors need none
 */
public record DpTerms(
    Budget budget,
    NoiseMode noise,
    int sites,
    int colluders,
    int lostSites,
    long publicRecords,
    int recordsPerPerson,
    Optional<PublicBounds> bounds) {
  /** With fewer honest sites a sum could be one site's own. */
  public static final int FEWEST_HONEST = 3;

  public DpTerms {
    requireNonNull(budget, "budget is null");
    requireNonNull(noise, "noise is null");
    requireNonNull(bounds, "bounds is null");
    if (publicRecords < 1) {
      throw CoterieException.usage(
          "--public-records is %d; it must be at least 1.".formatted(publicRecords));
    }
    if (recordsPerPerson < 1) {
      throw CoterieException.usage(
          "--records-per-person is %d; it must be at least 1.".formatted(recordsPerPerson));
    }
    if (noise == NoiseMode.LOCAL && (colluders != 0 || lostSites != 0)) {
      throw CoterieException.usage(
          "--colluders and --lost-sites are for secure sums; with local noise any number of sites"
              + " may collude or be lost.");
    }
    if (colluders < 0 || lostSites < 0) {
      throw CoterieException.usage(
          "--colluders is %d and --lost-sites %d; neither can be negative."
              .formatted(colluders, lostSites));
    }
    boolean secure = noise == NoiseMode.SECURE_SUMS;
    if (secure && sites - colluders - lostSites < FEWEST_HONEST) {
      throw CoterieException.usage(
          ("Secure sums over %d sites, of which %d may collude and %d be lost, leave fewer than %d"
                  + " honest ones; use more sites, or --noise local.")
              .formatted(sites, colluders, lostSites, FEWEST_HONEST));
    }
    if (secure && 2 * (sites - lostSites) <= sites) {
      throw CoterieException.usage(
          "--lost-sites is %d of %d sites; it must be below half of them."
              .formatted(lostSites, sites));
    }
    if (budget.delta() > 1.0 / publicRecords) {
      throw CoterieException.usage(
          ("--delta is %s, but there are about %d records: a record could be sent in the clear with"
                  + " that chance. It must be below %.1e.")
              .formatted(budget.delta(), publicRecords, 1.0 / publicRecords));
    }
  }

  /** Makes terms under which no site may be lost. */
  public DpTerms(
      Budget budget,
      NoiseMode noise,
      int sites,
      int colluders,
      long publicRecords,
      int recordsPerPerson,
      Optional<PublicBounds> bounds) {
    this(budget, noise, sites, colluders, 0, publicRecords, recordsPerPerson, bounds);
  }

  /**
   * Returns among how many sites the noise of a total is divided. The noise of colluders does not
   * count, nor does that of lost sites; with the others a total has all of it.
   */
  public int noiseShares() {
    return noise == NoiseMode.LOCAL ? 1 : sites - colluders - lostSites;
  }

  /** Returns how many times the noise of one release a total over all sites has, in variance. */
  public double noiseCopies() {
    return (double) sites / noiseShares();
  }
}
