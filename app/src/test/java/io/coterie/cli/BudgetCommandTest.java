package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BudgetCommandTest {
  @TempDir private Path temporary;
  private Path folder;
  private Path data;

  @BeforeEach
  void writeData() throws IOException {
    folder = temporary.resolve("ledgers");
    data = Files.writeString(temporary.resolve("patients.csv"), "a\n1\n");
  }

  private CommandRun set(Object epsilon) {
    return CommandRun.of(
        "budget", "set", "--ledger-dir", folder, "--source", data, "--epsilon", epsilon);
  }

  private LedgerFile charged() throws IOException {
    set(4);
    LedgerFile ledger = new LedgerFolder(folder).ledger(data.toRealPath().toString());
    ledger.charge(new LedgerEntry("spring", 1, "counts of cells", new PrivacyLoss(0, 1.25)));
    return ledger;
  }

  @Test
  void showsLimitSpentRemainingAndEveryRelease() throws IOException {
    charged();
    CommandRun run = CommandRun.of("budget", "--ledger-dir", folder, "--source", data);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("epsilon 4 at delta 1e-6", "epsilon 1.2500", "epsilon 2.7500")
        .contains("spring", "counts of cells", "limit set")
        .doesNotContain("patients");
  }

  @Test
  void showsTheSameAsJson() throws IOException {
    LedgerFile ledger = charged();
    JsonNode shown =
        CommandRun.of("budget", "--ledger-dir", folder, "--format", "json")
            .json()
            .path("data")
            .path("ledgers");
    assertThat(shown).hasSize(1);
    assertThat(shown.path(0).path("ledger").textValue()).isEqualTo(ledger.file().toString());
    assertThat(shown.path(0).path("limit_epsilon").doubleValue()).isEqualTo(4);
    assertThat(shown.path(0).path("spent_pure_epsilon").doubleValue()).isEqualTo(1.25);
    assertThat(shown.path(0).path("remaining_epsilon").doubleValue()).isCloseTo(2.75, within(1e-9));
    assertThat(shown.path(0).path("lines")).hasSize(2);
    assertThat(shown.path(0).path("lines").path(1).path("study").textValue()).isEqualTo("spring");
  }

  @Test
  void anEmptyFolderHasNoLedgersAndStaysAway() {
    CommandRun run = CommandRun.of("budget", "--ledger-dir", folder);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("0 ledgers");
    assertThat(folder).doesNotExist();
  }

  @Test
  void aSourceHasOneLedgerHoweverItsPathIsWritten() throws IOException {
    set(4);
    Path roundabout = data.getParent().resolve(".").resolve(data.getFileName());
    CommandRun.of(
        "budget", "set", "--ledger-dir", folder, "--source", roundabout, "--epsilon", "2");
    assertThat(new LedgerFolder(folder).ledgers()).hasSize(1);
  }

  @Test
  void aLimitBelowWhatIsSpentIsSetWithAWarning() throws IOException {
    charged();
    CommandRun run = set(1);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("spent already");
    assertThat(run.out()).contains("remaining  epsilon 0.0000");
  }

  @Test
  void verifyFindsAChangedLine() throws IOException {
    LedgerFile ledger = charged();
    assertThat(CommandRun.of("budget", "verify", "--ledger-dir", folder).out())
        .contains("whole", "1 ledger, nothing changed.");
    Files.writeString(ledger.file(), Files.readString(ledger.file()).replace("1.25", "0.25"));

    CommandRun run = CommandRun.of("budget", "verify", "--ledger-dir", folder);
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).contains("damaged");
    assertThat(run.err()).contains("line 2: it was changed", ledger.file().toString());
    assertThat(CommandRun.of("budget", "--ledger-dir", folder).exitCode()).isEqualTo(3);
  }

  @Test
  void refusesWhatIsNoLimit() {
    assertThat(set(0).exitCode()).isEqualTo(2);
    assertThat(set(0).err()).contains("--epsilon is 0.0; it must be positive");
    assertThat(set("many").exitCode()).isEqualTo(2);
    assertThat(folder).doesNotExist();
    CommandRun nobody = CommandRun.of("budget", "set", "--ledger-dir", folder, "--epsilon", "1");
    assertThat(nobody.exitCode()).isEqualTo(2);
    assertThat(nobody.err()).contains("--source");
    CommandRun typo =
        CommandRun.of(
            "budget", "set", "--ledger-dir", folder, "--source", "patient.csv", "--epsilon", "1");
    assertThat(typo.exitCode()).isEqualTo(3);
    assertThat(typo.err()).contains("There is no data source patient.csv");
  }

  @Test
  void aLimitThatCannotBeWrittenIsNotInForce() throws IOException {
    LedgerFile ledger = charged();
    Path head = ledger.file().resolveSibling(ledger.file().getFileName() + ".head.new");
    Files.createDirectories(head.resolve("full"));

    CommandRun run = set(9);

    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(run.err()).contains("so the limit is what it was before");
    CommandRun shown = CommandRun.of("budget", "--ledger-dir", folder, "--source", data);
    assertThat(shown.out()).contains("epsilon 4 at delta 1e-6").doesNotContain("epsilon 9");
    assertThat(CommandRun.of("budget", "verify", "--ledger-dir", folder).exitCode()).isZero();
  }
}
