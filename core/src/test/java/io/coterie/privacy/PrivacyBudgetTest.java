package io.coterie.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivacyBudgetTest {
  private static final PrivacyBudget TWO = new PrivacyBudget(2, 1e-5);

  @Test
  void allowsTheLimitAndNoMore() {
    assertThat(TWO.allows(PrivacyLoss.none())).isTrue();
    assertThat(TWO.allows(new PrivacyLoss(0, 0.1).plus(new PrivacyLoss(0, 1.9)))).isTrue();
    assertThat(TWO.allows(new PrivacyLoss(0, 2.001))).isFalse();
    // ρ = .10826 is ε = 2 at δ = 1e-5.
    assertThat(TWO.allows(new PrivacyLoss(0.1082, 0))).isTrue();
    assertThat(TWO.allows(new PrivacyLoss(0.1084, 0))).isFalse();
  }

  @Test
  void whatRemainsIsNeverNegative() {
    assertThat(TWO.remaining(new PrivacyLoss(0, 0.5))).isCloseTo(1.5, within(1e-12));
    assertThat(TWO.remaining(new PrivacyLoss(0, 5))).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesOtherEpsilons(double epsilon) {
    assertThatIllegalArgumentException().isThrownBy(() -> new PrivacyBudget(epsilon, 1e-6));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1e-6, 0.02, 1, Double.NaN})
  void refusesOtherDeltas(double delta) {
    assertThatIllegalArgumentException().isThrownBy(() -> new PrivacyBudget(1, delta));
  }

  @Test
  void aPersonWithSeveralRecordsCostsMore() {
    LedgerEntry entry = new LedgerEntry("s", 1, "counts", new PrivacyLoss(0.01, 0.5));
    assertThat(entry.forPerson(3).loss()).isEqualTo(entry.loss().times(3));
    assertThat(entry.forPerson(3).loss().rho()).isCloseTo(0.09, within(1e-12));
    assertThat(entry.forPerson(3).loss().pureEpsilon()).isCloseTo(1.5, within(1e-12));
  }

  @Test
  void anEntryIsOneLine() {
    PrivacyLoss none = PrivacyLoss.none();
    assertThatIllegalArgumentException().isThrownBy(() -> new LedgerEntry("a\nb", 1, "r", none));
    assertThatIllegalArgumentException().isThrownBy(() -> new LedgerEntry("s", 1, " ", none));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LedgerEntry("s", 1, "r".repeat(201), none));
    assertThatIllegalArgumentException().isThrownBy(() -> new LedgerEntry("s", 0, "r", none));
  }
}
