package io.coterie.store.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.privacy.PrivacyBudget;
import io.coterie.testing.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that charge one ledger at the same time. */
class LedgerRaceIT {
  private static final String SOURCE = "/clinic/patients.csv";

  @TempDir private Path temporary;

  @Test
  void racingProcessesCannotOverspend() throws Exception {
    Path folder = temporary.resolve("ledger");
    LedgerFile ledger = new LedgerFolder(folder).ledger(SOURCE);
    ledger.setBudget(new PrivacyBudget(30, 1e-6));
    List<Process> processes = List.of(spender(folder), spender(folder));
    int charged = 0;
    for (Process process : processes) {
      int exit = process.waitFor();
      assertThat(exit).isLessThan(100);
      charged += exit;
    }
    assertThat(charged).isEqualTo(ledger.state().lines().size() - 1);
    assertThat(ledger.state().spent().epsilon(1e-6))
        .isGreaterThan(4)
        .isLessThanOrEqualTo(30 * (1 + 1e-9));
  }

  private static Process spender(Path folder) throws IOException {
    return new ProcessBuilder(
            JavaCommand.of(
                "64m", LedgerSpender.class.getName(), List.of(folder.toString(), SOURCE)))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
