package io.coterie.participant;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * A site's part in a study.
 *
 * @param site its name
 * @param study the study's name
 * @param hash of the study that the site agreed to
 * @param incarnation of this process; another start has another one
 */
public record Membership(String site, String study, String hash, String incarnation) {
  public Membership {
    requireNonNull(site, "site is null");
    requireNonNull(study, "study is null");
    requireNonNull(hash, "hash is null");
    requireNonNull(incarnation, "incarnation is null");
  }

  /** Returns the membership of a process that has just started. */
  public static Membership now(String site, String study, String hash) {
    return new Membership(site, study, hash, UUID.randomUUID().toString());
  }
}
