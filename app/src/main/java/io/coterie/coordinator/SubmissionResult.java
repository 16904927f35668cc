package io.coterie.coordinator;

import io.coterie.wire.v1.FederationProto.Receipt;

/**
 * What becomes of a site's message.
 *
 * @param verdict in one word
 * @param reason why it is not used; empty if it is
 */
public record SubmissionResult(Receipt.Verdict verdict, String reason) {
  static final SubmissionResult ACCEPTED = new SubmissionResult(Receipt.Verdict.ACCEPTED, "");
  static final SubmissionResult DUPLICATE = new SubmissionResult(Receipt.Verdict.DUPLICATE, "");
  static final SubmissionResult LATE =
      new SubmissionResult(
          Receipt.Verdict.LATE, "The study has gone on; this is not asked any more.");
  static final SubmissionResult DAMAGED =
      new SubmissionResult(
          Receipt.Verdict.UNKNOWN, "The message was damaged on its way; it is sent again.");

  static SubmissionResult refused(String reason) {
    return new SubmissionResult(Receipt.Verdict.REFUSED, reason);
  }
}
