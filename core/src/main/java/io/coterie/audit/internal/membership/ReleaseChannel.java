package io.coterie.audit.internal.membership;

import io.coterie.math.LongVector;
import io.coterie.message.Payload;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.site.PrivacyGate;
import java.util.List;

/** What the coordinator gets to see of exact sums. */
@FunctionalInterface
public interface ReleaseChannel {
  Payload release(String step, List<NoisyBlock> exact);

  /**
   * Returns the way through the privacy gate. Where the noise is divided among honest sites, the
   * coordinator sees their total: the other sites' shares are added to it, and their exact sums are
   * left out, as the attacker is taken to know them.
   */
  static ReleaseChannel gate(NoiseSource source, int shares) {
    PrivacyGate gate = new PrivacyGate("audit", source, shares, statements -> {});
    return (step, exact) -> {
      NoisyTotals total = (NoisyTotals) gate.release(step, exact).payload();
      List<NoisyBlock> empty =
          shares == 1 ? List.of() : exact.stream().map(ReleaseChannel::empty).toList();
      for (int other = 1; other < shares; other++) {
        total = total.plus((NoisyTotals) gate.release(step, empty).payload());
      }
      return total;
    };
  }

  private static NoisyBlock empty(NoisyBlock block) {
    return new NoisyBlock(
        block.name(),
        LongVector.of(new long[block.exact().size()]),
        block.pairedFrom(),
        block.mechanism());
  }
}
