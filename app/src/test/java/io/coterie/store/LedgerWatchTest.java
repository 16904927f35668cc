package io.coterie.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.site.PrivacyGate;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerWatchTest {
  @TempDir private Path folder;

  private static List<NoisyBlock> counts(double epsilon) {
    return List.of(NoisyBlock.of("count", new long[] {7, 9}, Mechanism.laplace(1, epsilon)));
  }

  @Test
  void aReleaseIsWrittenDownBeforeItIsMadeAndOneTooManyIsNotMade() {
    LedgerFile ledger = new LedgerFolder(folder).ledger("records");
    ledger.setBudget(new PrivacyBudget(1, 1e-6));
    PrivacyGate gate =
        new PrivacyGate("a", NoiseSource.secure(), 1, new LedgerWatch(ledger, "study-1", 1));
    gate.release("grid", counts(0.6));
    assertThat(ledger.spent().pureEpsilon()).isEqualTo(0.6);

    assertThatThrownBy(() -> gate.release("grid", counts(0.6)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("does not allow grid: count of 2 (round 2 of study study-1)")
        .hasMessageContaining("Spent so far: epsilon 0.6")
        .hasMessageContaining("asked: 0.6")
        .hasMessageContaining(ledger.file().toString())
        .satisfies(e -> assertThat(((CoterieException) e).code()).isEqualTo(ErrorCode.BUDGET));
    assertThat(ledger.spent().pureEpsilon()).isEqualTo(0.6);
  }

  @Test
  void aPersonOfThreeRecordsCostsThreeTimesAsMuch() {
    LedgerFile ledger = new LedgerFolder(folder).ledger("records");
    ledger.setBudget(new PrivacyBudget(5, 1e-6));
    new PrivacyGate("a", NoiseSource.secure(), 1, new LedgerWatch(ledger, "study-1", 3))
        .release("grid", counts(0.5));
    assertThat(ledger.spent().pureEpsilon()).isEqualTo(1.5);
  }
}
