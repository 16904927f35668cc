package io.coterie.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.math.Seed;
import io.coterie.message.SiteMessage;
import io.coterie.message.internal.NoisyTotals;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.privacy.ReleaseNotice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrivacyGateTest {
  private static final int SHARES = 100;
  private static final int ENTRIES = 4000;

  private final List<ReleaseNotice> charged = new ArrayList<>();
  private final PrivacyGate gate =
      new PrivacyGate("north", NoiseSource.repeatable(new Seed(1)), SHARES, charged::addAll);

  @Test
  void aRetryHasFullNoiseAndIsChargedAgain() {
    SiteMessage first = gate.release("count", List.of(block()));
    SiteMessage retry = gate.retry();

    assertThat(charged).extracting(ReleaseNotice::shares).containsExactly(SHARES, 1);
    assertThat(charged.get(1).mechanism()).isEqualTo(charged.get(0).mechanism());
    // Of 4000 draws the deviation is within 6 % of the true one but once in 10⁶ seeds.
    double full = block().mechanism().deviation();
    assertThat(deviation(retry)).isBetween(0.94 * full, 1.06 * full);
    assertThat(deviation(first)).isBetween(0.094 * full, 0.106 * full);
  }

  @Test
  void nothingIsTriedTwice() {
    gate.release("count", List.of(block()));
    gate.retry();

    assertThatThrownBy(gate::retry)
        .isInstanceOf(CoterieException.class)
        .extracting(e -> ((CoterieException) e).code())
        .isEqualTo(ErrorCode.NOT_AGREED);
    assertThat(charged).hasSize(2);
  }

  @Test
  void whoMissedTheFirstAttemptAnswersTheRetryInFull() {
    gate.requireFullNoise();
    gate.release("count", List.of(block()));
    gate.release("count", List.of(block()));

    assertThat(charged).extracting(ReleaseNotice::shares).containsExactly(1, SHARES);
  }

  private static NoisyBlock block() {
    return NoisyBlock.of("count", new long[ENTRIES], Mechanism.of(1024, new PrivacyLoss(0.5, 0)));
  }

  private static double deviation(SiteMessage message) {
    long[] noise = message.payloadAs(NoisyTotals.class).block("count").toArray();
    double squares = 0;
    for (long value : noise) {
      squares += (double) value * value;
    }
    return Math.sqrt(squares / noise.length);
  }
}
