package io.coterie.serve;

import io.coterie.wire.v1.FederationProto.Receipt;

/**
 * What becomes of a site's message.
 *
 * @param verdict in one word
 * @param reason why it is not used; empty if it is
 */
record Verdict(Receipt.Verdict verdict, String reason) {
  static final Verdict ACCEPTED = new Verdict(Receipt.Verdict.ACCEPTED, "");
  static final Verdict DUPLICATE = new Verdict(Receipt.Verdict.DUPLICATE, "");
  static final Verdict LATE =
      new Verdict(Receipt.Verdict.LATE, "The study has gone on; this is not asked any more.");
  static final Verdict DAMAGED =
      new Verdict(Receipt.Verdict.UNKNOWN, "The message was damaged on its way; it is sent again.");

  static Verdict refused(String reason) {
    return new Verdict(Receipt.Verdict.REFUSED, reason);
  }
}
