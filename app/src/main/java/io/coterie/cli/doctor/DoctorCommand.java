package io.coterie.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.terminal.Ansi;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import java.nio.file.Files;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = {
      "Checks that this machine can run Coterie, and says what to mend if not.",
      "With --home, that a coordinator's folder can be served; with --peer, that a site can join:"
          + " the network, certificates, clocks, the study, the site's records, policy and budget.",
      "The exit code is that of the first check that failed."
    },
    footer = {
      "",
      "Examples:",
      "  coterie doctor",
      "  coterie doctor --home federation/coordinator",
      "  coterie doctor --peer --home federation/site-north --data patients.csv"
    })
public final class DoctorCommand extends ConsoleCommand {
  @Option(names = "--peer", description = "Check a site and its way to the coordinator.")
  boolean peer;

  @Mixin DoctorOptions options;

  @Override
  protected int execute(Console console) {
    if (peer) {
      return report(console, new SiteChecks(options).all(), "This site can join.");
    }
    options.requireNothingOfPeers();
    if (options.home == null) {
      return report(console, MachineChecks.all(), "Coterie can run here.");
    }
    if (Files.exists(options.home.resolve("connection.yaml"))) {
      throw CoterieException.usage(
          "%s is the folder of a site: say --peer to check it.".formatted(options.home));
    }
    return report(
        console, new CoordinatorChecks(options).all(), "The coordinator can serve from here.");
  }

  private static int report(Console console, List<Check> checks, String fine) {
    ObjectNode node = Json.object();
    ArrayNode list = node.putArray("checks");
    Table table = Table.ofFacts();
    for (Check check : checks) {
      list.addObject()
          .put("name", check.name())
          .put("verdict", EnumText.of(check.verdict()))
          .put("detail", check.detail());
      table.row(check.name(), check.verdict().name(), check.detail());
    }
    int exitCode =
        checks.stream().flatMap(check -> check.failure().stream()).findFirst().stream()
            .mapToInt(kind -> kind.exitCode())
            .findFirst()
            .orElse(0);
    console.say(table);
    console.say(
        "",
        exitCode == 0
            ? console.paint(Ansi.GREEN, fine)
            : console.paint(Ansi.RED, "Not until what has failed is mended."));
    console.finish(node, exitCode);
    return exitCode;
  }
}
