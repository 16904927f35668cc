package io.coterie.store.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.privacy.Mechanism;
import io.coterie.privacy.NoiseSource;
import io.coterie.privacy.NoisyBlock;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.site.PrivacyGate;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerWatchTest {
  @TempDir private Path folder;

  private static List<NoisyBlock> counts(double epsilon) {
    return List.of(
        NoisyBlock.of("count", new long[] {7, 9}, Mechanism.of(1, new PrivacyLoss(0, epsilon))));
  }

  @Test
  void aReleaseIsWrittenDownBeforeItIsMadeAndOneTooManyIsNotMade() {
    LedgerFile ledger = new LedgerFolder(folder).ledger("records");
    ledger.setBudget(new PrivacyBudget(1, 1e-6));
    LedgerWatch watch = new LedgerWatch(ledger, "study-1", 1);
    PrivacyGate gate = new PrivacyGate("a", NoiseSource.secure(), 1, watch);
    watch.forRound(1, 0, "1-a");
    gate.release("grid", counts(0.6));
    assertThat(ledger.state().spent().pureEpsilon()).isEqualTo(0.6);

    watch.forRound(2, 0, "1-b");
    assertThatThrownBy(() -> gate.release("grid", counts(0.6)))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("does not allow grid: count of 2 (round 2 of study study-1)")
        .hasMessageContaining("Spent so far: epsilon 0.6")
        .hasMessageContaining("asked: 0.6")
        .hasMessageContaining(ledger.file().toString())
        .satisfies(e -> assertThat(((CoterieException) e).code()).isEqualTo(ErrorCode.BUDGET));
    assertThat(ledger.state().spent().pureEpsilon()).isEqualTo(0.6);
  }

  @Test
  void aPersonOfThreeRecordsCostsThreeTimesAsMuch() {
    LedgerFile ledger = new LedgerFolder(folder).ledger("records");
    ledger.setBudget(new PrivacyBudget(5, 1e-6));
    LedgerWatch watch = new LedgerWatch(ledger, "study-1", 3);
    watch.forRound(1, 0, "1-a");
    new PrivacyGate("a", NoiseSource.secure(), 1, watch).release("grid", counts(0.5));
    assertThat(ledger.state().spent().pureEpsilon()).isEqualTo(1.5);
  }

  @Test
  void aReleaseOfNoRoundIsNotMade() {
    LedgerFile ledger = wideLedger();
    PrivacyGate gate =
        new PrivacyGate("a", NoiseSource.secure(), 1, new LedgerWatch(ledger, "study-1", 1));
    assertThatIllegalStateException().isThrownBy(() -> gate.release("grid", counts(0.5)));
    assertThat(ledger.state().spent().pureEpsilon()).isZero();
  }

  private LedgerFile wideLedger() {
    LedgerFile ledger = new LedgerFolder(folder).ledger("records");
    ledger.setBudget(new PrivacyBudget(50, 1e-6));
    return ledger;
  }

  /** Makes a reply as a process does that was just started; returns what is spent then. */
  private double reply(String study, int round, int attempt, double... epsilons) {
    LedgerFile ledger = new LedgerFolder(folder).ledger("records");
    LedgerWatch watch = new LedgerWatch(ledger, study, 1);
    PrivacyGate gate = new PrivacyGate("a", NoiseSource.secure(), 1, watch);
    watch.forRound(round, attempt, round + "-" + attempt);
    for (double epsilon : epsilons) {
      gate.release("grid", counts(epsilon));
    }
    return ledger.state().spent().pureEpsilon();
  }

  @Test
  void aReplyMadeAnewAfterACrashIsChargedOnce() {
    wideLedger();
    assertThat(reply("study-1", 1, 0, 0.1)).isEqualTo(0.1);
    assertThat(reply("study-1", 1, 0, 0.1)).isEqualTo(0.1);
    assertThat(reply("study-1", 2, 0, 0.1)).isEqualTo(0.2);
    assertThat(reply("study-1", 2, 0, 0.1)).isEqualTo(0.2);
  }

  /** A coordinator that asks the same once more gets other noise, so the owner pays once more. */
  @Test
  void anotherDrawOfTheSameReleaseIsCharged() {
    LedgerFile ledger = wideLedger();
    for (int draw = 1; draw <= 4; draw++) {
      LedgerWatch watch = new LedgerWatch(ledger, "study-1", 1);
      PrivacyGate gate = new PrivacyGate("a", NoiseSource.secure(), 1, watch);
      watch.forRound(1, 0, "1-draw" + draw);
      gate.release("grid", counts(0.25));
      assertThat(ledger.state().spent().pureEpsilon()).isEqualTo(0.25 * draw);
    }
  }

  /** A party without a journal cannot know that nothing was sent. */
  @Test
  void aReleaseWithoutANamedDrawIsAlwaysCharged() {
    LedgerFile ledger = wideLedger();
    LedgerWatch watch = new LedgerWatch(ledger, "study-1", 1);
    PrivacyGate gate = new PrivacyGate("a", NoiseSource.secure(), 1, watch);
    for (int times = 1; times <= 3; times++) {
      watch.forRound(1, 0, "");
      gate.release("grid", counts(0.25));
      assertThat(ledger.state().spent().pureEpsilon()).isEqualTo(0.25 * times);
    }
  }

  @Test
  void aCrashAmidTheReleasesOfAReplyLeavesTheRestToCharge() {
    wideLedger();
    assertThat(reply("study-1", 1, 0, 0.25)).isEqualTo(0.25);
    assertThat(reply("study-1", 1, 0, 0.25, 0.25, 0.5)).isEqualTo(1);
    assertThat(reply("study-1", 1, 0, 0.25, 0.25, 0.5)).isEqualTo(1);
  }

  @Test
  void equalReleasesOfOneReplyAreEachCharged() {
    wideLedger();
    assertThat(reply("study-1", 1, 0, 0.25, 0.25)).isEqualTo(0.5);
  }

  @Test
  void everyAttemptIsCharged() {
    wideLedger();
    assertThat(reply("study-1", 1, 0, 0.25)).isEqualTo(0.25);
    assertThat(reply("study-1", 1, 1, 0.25)).isEqualTo(0.5);
    assertThat(reply("study-1", 1, 2, 0.25)).isEqualTo(0.75);
    assertThat(reply("study-1", 1, 2, 0.25)).isEqualTo(0.75);
  }

  @Test
  void anotherStudyJournalOrCostIsCharged() {
    wideLedger();
    assertThat(reply("study-1 journal-1", 1, 0, 0.25)).isEqualTo(0.25);
    assertThat(reply("study-1 journal-2", 1, 0, 0.25)).isEqualTo(0.5);
    assertThat(reply("study-1 journal-1", 1, 0, 0.25)).isEqualTo(0.5);
    assertThat(reply("study-1 journal-1", 1, 0, 0.5)).isEqualTo(1);
  }

  @Test
  void aReplyOfAnEarlierRoundIsChargedAgain() {
    wideLedger();
    assertThat(reply("study-1", 1, 0, 0.25)).isEqualTo(0.25);
    assertThat(reply("study-1", 2, 0, 0.25)).isEqualTo(0.5);
    assertThat(reply("study-1", 1, 0, 0.25)).isEqualTo(0.75); // an old copy of the journal
  }
}
