package io.coterie.participant;

import io.coterie.math.Parallel;
import io.coterie.secure.SecureSumSite;
import io.coterie.wire.SecureCodec;
import io.coterie.wire.Slot;

/**
 * A site's part in one attempt at a secure sum: bytes in, bytes out. Its secrets are here alone.
 */
final class SecureSumMember implements AutoCloseable {
  private final Slot attempt;
  private final SecureSumSite sum;
  private final long[] words;
  private final Parallel parallel;

  SecureSumMember(Slot attempt, SecureSumSite sum, long[] words, Parallel parallel) {
    this.attempt = attempt;
    this.sum = sum;
    this.words = words;
    this.parallel = parallel;
  }

  boolean isOf(Slot slot) {
    return slot.round() == attempt.round() && slot.attempt() == attempt.attempt();
  }

  /** Returns what this site says at a step, for what the coordinator gave out. */
  byte[] answer(Slot.Step step, byte[] material) {
    return switch (step) {
      case ADVERTISE -> SecureCodec.encode(sum.advertise());
      case SHARE -> SecureCodec.encode(sum.share(SecureCodec.roster(material)));
      case MASK ->
          SecureCodec.encode(sum.mask(SecureCodec.deliveredShares(material), words, parallel));
      case CONSENT -> SecureCodec.encode(sum.consent(SecureCodec.survivors(material)));
      case REVEAL -> SecureCodec.encode(sum.reveal(SecureCodec.consents(material)));
      case ANSWER, LABEL -> throw new IllegalArgumentException("a sum has no such step");
    };
  }

  @Override
  public void close() {
    sum.close();
    java.util.Arrays.fill(words, 0);
  }
}
