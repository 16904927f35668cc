package io.coterie.participant;

import static java.util.Objects.requireNonNull;

import io.coterie.study.Study;
import java.time.Duration;
import java.util.List;

/**
 * What a coordinator asks a site to take part in.
 *
 * @param study the study, of which the hash was checked
 * @param roster the certificates of its sites, not checked yet
 * @param clockAhead how far the coordinator's clock is ahead of ours
 * @param software the coordinator's version
 */
@SuppressWarnings("ArrayRecordComponent") // certificates are only passed on to be checked
public record Invitation(Study study, List<byte[]> roster, Duration clockAhead, String software) {
  /** Clocks that differ by more make certificates and times in logs doubtful. */
  private static final Duration CLOCK_LIMIT = Duration.ofMinutes(1);

  public Invitation {
    requireNonNull(study, "study is null");
    requireNonNull(clockAhead, "clockAhead is null");
    requireNonNull(software, "software is null");
    roster = List.copyOf(roster);
  }

  /** Returns whether the two clocks differ by more than they should. */
  public boolean clocksDiffer() {
    return clockAhead.abs().compareTo(CLOCK_LIMIT) > 0;
  }

  /** Returns how the coordinator's clock compares with ours, for example "3 s ahead of". */
  public String clockOffset() {
    return "%d s %s"
        .formatted(clockAhead.abs().toSeconds(), clockAhead.isNegative() ? "behind" : "ahead of");
  }
}
