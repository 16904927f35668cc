package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.terminal.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Only the command that is asked for is described to the parser; that must change nothing. */
class MainTest {
  @Test
  void aCommandAloneIsTheOneOfTheWhole() {
    PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
    CommandLine whole = Main.commandLine(new Terminal(nowhere, nowhere, false, false));

    assertThat(whole.getSubcommands()).hasSizeGreaterThan(20);
    whole
        .getSubcommands()
        .forEach(
            (name, command) -> {
              CommandRun single = CommandRun.of(name, "--help");
              assertThat(single.exitCode()).isZero();
              assertThat(single.out()).isEqualTo(command.getUsageMessage());
            });
  }

  @Test
  void withoutTheirAddOnBenchmarksSayWhereTheyAre() {
    CommandRun run = CommandRun.of("bench", "table1", "--data", "iris");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("The benchmarks are an add-on that this installation does not have.")
        .contains("Run ./coterie bench in a source checkout");
  }

  @Test
  void theVersionAndTheHelpOfAllAreThere() {
    assertThat(CommandRun.of("--version").out()).startsWith("coterie ");
    assertThat(CommandRun.of("--help").out()).contains("simulate", "doctor");
  }

  @Test
  void theDocumentsShowTheHelpThatIsPrinted() throws IOException {
    assertThat(Files.readString(Path.of("../docs/commands.md")))
        .contains("$ coterie --help\n" + CommandRun.of("--help").out());
  }
}
