package io.coterie.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.privacy.internal.ZeroConcentrated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivacyLossTest {
  private static final double DELTA = 1e-6;

  @Test
  void lossesAddUp() {
    PrivacyLoss loss =
        PrivacyLoss.none().plus(new PrivacyLoss(0.25, 0)).plus(new PrivacyLoss(0.5, 2));
    assertThat(loss).isEqualTo(new PrivacyLoss(0.75, 2));
    assertThat(PrivacyLoss.none()).isEqualTo(new PrivacyLoss(0, 0));
  }

  @Test
  void aPersonWithThreeRecordsLosesNineTimesRhoAndThreeTimesEpsilon() {
    assertThat(new PrivacyLoss(0.5, 2).times(3)).isEqualTo(new PrivacyLoss(4.5, 6));
    assertThat(new PrivacyLoss(1e-9, 0).times(100_000).rho()).isCloseTo(10, within(1e-12));
  }

  @Test
  void rhoAloneIsItsEpsilon() {
    assertThat(new PrivacyLoss(0.1, 0).epsilon(DELTA))
        .isEqualTo(ZeroConcentrated.epsilon(0.1, DELTA));
  }

  @Test
  void aLargePureLossIsItselfAndASmallOneCountsAsRhoIfThatIsLess() {
    assertThat(new PrivacyLoss(0, 3).epsilon(DELTA)).isEqualTo(3);
    assertThat(new PrivacyLoss(0, 3).epsilon(0)).isEqualTo(3);
    assertThat(PrivacyLoss.none().epsilon(DELTA)).isZero();

    // Beside a large ρ, ε = 0.1 adds only 0.005 to it.
    double rho = ZeroConcentrated.epsilon(1.005, DELTA);
    assertThat(new PrivacyLoss(1, 0.1).epsilon(DELTA)).isEqualTo(rho);
    assertThat(rho).isLessThan(ZeroConcentrated.epsilon(1, DELTA) + 0.1);

    // Beside a small ρ, pure ε = 5 is dear as ρ = 12.5.
    assertThat(new PrivacyLoss(0.001, 5).epsilon(DELTA))
        .isEqualTo(ZeroConcentrated.epsilon(0.001, DELTA) + 5);
  }

  @ParameterizedTest
  @CsvSource({"-1,0", "NaN,0", "Infinity,0", "0,-1e-9", "0,NaN", "0,Infinity"})
  void whatIsNoLossIsRefused(double rho, double epsilon) {
    assertThatIllegalArgumentException().isThrownBy(() -> new PrivacyLoss(rho, epsilon));
  }

  @Test
  void whatCannotBeAskedIsRefused() {
    PrivacyLoss loss = new PrivacyLoss(1, 0);
    assertThatIllegalArgumentException().isThrownBy(() -> loss.times(0));
    assertThatIllegalArgumentException().isThrownBy(() -> loss.epsilon(0));
    assertThatIllegalArgumentException().isThrownBy(() -> loss.epsilon(Double.NaN));
  }
}
