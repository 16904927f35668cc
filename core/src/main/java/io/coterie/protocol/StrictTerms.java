package io.coterie.protocol;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import java.util.Optional;

/**
 * What a strict study promises and what it takes as public. Nothing in it depends on a record.
 *
 * @param budget for all messages of a site together, for one person
 * @param noise who adds it
 * @param sites M, how many sites take part
 * @param colluders t, how many sites may be in league with the coordinator (secure sums only)
 * @param publicRecords how many records there are over all sites, as a public order of magnitude
 * @param recordsPerPerson the most records of one person at one site
 * @param bounds of a table's features; images and vectors need none
 */
public record StrictTerms(
    Budget budget,
    NoiseMode noise,
    int sites,
    int colluders,
    long publicRecords,
    int recordsPerPerson,
    Optional<PublicBounds> bounds) {
  /** With fewer honest sites a sum could be one site's own. */
  public static final int FEWEST_HONEST = 3;

  public StrictTerms {
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
    if (noise == NoiseMode.LOCAL && colluders != 0) {
      throw CoterieException.usage(
          "--colluders is for secure sums; with local noise any number of sites may collude.");
    }
    if (colluders < 0 || (noise == NoiseMode.SECURE_SUMS && sites - colluders < FEWEST_HONEST)) {
      throw CoterieException.usage(
          "Secure sums over %d sites with %d colluders leave fewer than %d honest ones; use more"
                  .formatted(sites, colluders, FEWEST_HONEST)
              + " sites, fewer colluders, or --noise local.");
    }
    if (budget.delta() > 1.0 / publicRecords) {
      throw CoterieException.usage(
          ("--delta is %s, but there are about %d records: a record could be sent in the clear with"
                  + " that chance. It must be below %.1e.")
              .formatted(budget.delta(), publicRecords, 1.0 / publicRecords));
    }
  }

  /** Returns how many sites' noise a total surely holds: all of it where each adds all. */
  public int noiseShares() {
    return noise == NoiseMode.LOCAL ? 1 : sites - colluders;
  }

  /** Returns how many times the noise of one release a total over all sites has, in variance. */
  public double noiseCopies() {
    return noise == NoiseMode.LOCAL ? sites : (double) sites / (sites - colluders);
  }
}
