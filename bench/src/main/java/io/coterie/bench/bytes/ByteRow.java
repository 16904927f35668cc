package io.coterie.bench.bytes;

import static java.util.Objects.requireNonNull;

import io.coterie.bench.Variant;
import io.coterie.federation.RunResult;
import io.coterie.plan.PrivacyLevel;
import io.coterie.plan.SumMode;
import java.util.Optional;

/**
 * What one method sends at one level.
 *
 * @param way how it was run
 * @param sent what crossed the borders of all sites, if it went well
 * @param problem why it did not, in words; empty if it did
 */
record ByteRow(Way way, Optional<Sent> sent, String problem) {
  ByteRow {
    requireNonNull(way, "way is null");
    requireNonNull(sent, "sent is null");
  }

  /**
   * A way of running a method.
   *
   * @param variant the method
   * @param level what is promised
   * @param sums whether they go under masks
   */
  record Way(Variant variant, PrivacyLevel level, SumMode sums) {
    @Override
    public String toString() {
      return "%s, %s, %s sums".formatted(variant.title(), level.word(), sums.word());
    }
  }

  /**
   * Bytes of all messages of all sites together, as the wire has them.
   *
   * @param rounds questions to the sites
   * @param bytesOut that left the sites
   * @param bytesIn that came to them
   */
  record Sent(int rounds, long bytesOut, long bytesIn) {
    static Sent of(RunResult result) {
      return new Sent(result.rounds(), result.bytesOut(), result.bytesIn());
    }
  }
}
