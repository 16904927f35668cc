package io.coterie.join;

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
  public Invitation {
    requireNonNull(study, "study is null");
    requireNonNull(clockAhead, "clockAhead is null");
    requireNonNull(software, "software is null");
    roster = List.copyOf(roster);
  }
}
