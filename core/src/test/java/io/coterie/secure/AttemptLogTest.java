package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AttemptLogTest {
  private final AttemptLog log = new AttemptLog();

  @Test
  void aShareOfTheNoiseIsEnoughOnceAndARetryNeedsItAll() {
    assertThat(log.permit(1, 1)).isEqualTo(AttemptLog.Permit.FIRST);
    refused(1, 1);
    assertThat(log.permit(1, 2)).isEqualTo(AttemptLog.Permit.RETRY);
    refused(1, 1);
    refused(1, 2);
    refused(1, 3);
    assertThat(log.permit(2, 1)).isEqualTo(AttemptLog.Permit.FIRST);
  }

  @Test
  void aRoundThatIsOverStaysOver() {
    log.permit(4, 1);
    refused(3, 1);
    refused(3, 2);
    assertThat(log.permit(4, 2)).isEqualTo(AttemptLog.Permit.RETRY);
  }

  @Test
  void whoMissedTheFirstAttemptStillAnswersTheRetryInFull() {
    assertThat(log.permit(1, 2)).isEqualTo(AttemptLog.Permit.RETRY);
    refused(1, 1);
    refused(1, 3);
  }

  @Test
  void goesOnAfterARestart() {
    log.permit(2, 1);
    AttemptLog again = AttemptLog.after(new SumContext("heart", 2, 1));
    assertThatThrownBy(() -> again.permit(2, 1)).isInstanceOf(SecureSumException.class);
    assertThat(again.permit(2, 2)).isEqualTo(AttemptLog.Permit.RETRY);

    AttemptLog retried = AttemptLog.after(new SumContext("heart", 2, 2));
    assertThatThrownBy(() -> retried.permit(2, 3)).isInstanceOf(SecureSumException.class);
    assertThat(retried.permit(3, 1)).isEqualTo(AttemptLog.Permit.FIRST);
  }

  @Test
  void roundsAndAttemptsCountFromOne() {
    assertThatIllegalArgumentException().isThrownBy(() -> log.permit(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> log.permit(1, 0));
  }

  private void refused(int round, int attempt) {
    assertThatThrownBy(() -> log.permit(round, attempt))
        .isInstanceOf(SecureSumException.class)
        .hasMessageContaining("Attempt %d of round %d is refused".formatted(attempt, round));
  }
}
