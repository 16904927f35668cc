package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttemptLogTest {
  private static AttemptLog after(int attempt, boolean hasMasked, boolean hasRevealed) {
    return new AttemptLog(new SumContext("heart", 3, attempt), hasMasked, hasRevealed);
  }

  /** A total with this site may be open; the next would show it or another site by difference. */
  @Test
  void thereIsNoAttemptAfterARevealWhereATotalMayLackASite() {
    AttemptLog log = after(1, true, true);
    assertThatThrownBy(() -> log.permit(2, true))
        .isInstanceOf(SecureSumException.class)
        .hasMessageContaining("Attempt 2 of round 3 is refused: this site revealed its shares");
    assertThatThrownBy(() -> log.requireNoDifference(2, true))
        .isInstanceOf(SecureSumException.class);
  }

  /** Each total is over all sites, so no two of them differ by one. */
  @Test
  void whereEverySiteIsNeededAnAttemptAfterARevealHasFullNoiseOnce() {
    after(1, true, true).requireNoDifference(2, false);
    assertThat(after(1, true, true).permit(2, false)).isEqualTo(AttemptLog.Permit.RETRY);
    assertThatThrownBy(() -> after(2, true, true).permit(3, false))
        .isInstanceOf(SecureSumException.class)
        .hasMessageContaining("a round is tried again once at most");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoSentNoVectorBeginsWithTheNextAttempt(boolean opensWithoutOne) {
    assertThat(after(1, false, false).permit(2, opensWithoutOne))
        .isEqualTo(AttemptLog.Permit.FIRST);
  }

  @Test
  void aVectorThatNobodyCouldOpenNeedsNoMoreNoise() {
    assertThat(after(1, true, false).permit(2, false)).isEqualTo(AttemptLog.Permit.FIRST);
    assertThat(after(4, true, false).permit(5, false)).isEqualTo(AttemptLog.Permit.FIRST);
  }

  @Test
  void aVectorThatTheOthersMayHaveOpenedNeedsFullNoiseOnce() {
    assertThat(after(1, true, false).permit(2, true)).isEqualTo(AttemptLog.Permit.RETRY);
    assertThatThrownBy(() -> after(2, true, false).permit(3, true))
        .isInstanceOf(SecureSumException.class)
        .hasMessageContaining("a round is tried again once at most");
  }

  @Test
  void anAttemptIsAnsweredOnce() {
    assertThatThrownBy(() -> after(2, false, false).permit(2, false))
        .isInstanceOf(SecureSumException.class);
    assertThatThrownBy(() -> after(2, false, false).permit(1, false))
        .isInstanceOf(SecureSumException.class);
  }
}
