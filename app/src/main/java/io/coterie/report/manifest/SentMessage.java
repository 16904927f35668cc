package io.coterie.report.manifest;

import static java.util.Objects.requireNonNull;

import io.coterie.privacy.ReleaseNotice;
import io.coterie.wire.DecodedPayload;
import java.util.List;

/**
 * A message of a site as a reader of its bytes finds it.
 *
 * @param round in which it is sent, 1 for the first
 * @param question which it answers
 * @param bytes how many
 * @param payload what was read from them
 * @param isMasked whether it goes under masks, of which a reader finds nothing
 * @param statements what the privacy gate said of it before it drew noise
 */
public record SentMessage(
    int round,
    String question,
    long bytes,
    DecodedPayload payload,
    boolean isMasked,
    List<ReleaseNotice> statements) {
  public SentMessage {
    requireNonNull(question, "question is null");
    requireNonNull(payload, "payload is null");
    statements = List.copyOf(statements);
  }
}
