package io.coterie.method.profile;

import io.coterie.message.Payload;
import io.coterie.message.internal.SealedCounts;

/**
 * What is asked for a profile, in this order. The sites read the totals, and decide themselves what
 * is given; nothing in a question is a choice of the coordinator.
 */
sealed interface ProfileQuestion extends Payload {
  /** Asks for the counts of records, cells and buckets of levels; sealed. */
  @Payload.Name("profile-counts")
  record Counts() implements ProfileQuestion {}

  /**
   * Asks for the marks of the levels in buckets with at least K records; sealed.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("profile-marks")
  record Marks(SealedCounts counts) implements ProfileQuestion {}

  /**
   * Asks for the names of levels that have a bucket for themselves; sealed.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("profile-names")
  record Names(SealedCounts counts) implements ProfileQuestion {}

  /**
   * Asks for the buckets of the levels that have no name yet, dealt in another way; sealed.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("profile-further-counts")
  record FurtherCounts(SealedCounts counts) implements ProfileQuestion {}

  /**
   * Asks for the profile.
   *
   * @param counts the sealed totals of the question before
   */
  @Payload.Name("profile-result")
  record Result(SealedCounts counts) implements ProfileQuestion {}
}
