package io.coterie.cli.doctor;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.FormatOptions;
import io.coterie.cli.site.JoinOptions;
import io.coterie.terminal.Ansi;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "doctor",
    description = {
      "Checks that this machine can run Coterie, and states what to repair if not.",
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

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = {
        "The coordinator's folder; with --peer the site's, where the default is the current folder."
      })
  Path home;

  @Option(
      names = "--address",
      paramLabel = "HOST:PORT",
      description = {
        "Where the coordinator listens (default: as serve does); with --peer where it is called",
        "(default: as connection.yaml in --home says)."
      })
  String address;

  @Option(
      names = "--study",
      paramLabel = "NAME",
      description = "With --peer: which of the coordinator's studies, where it has several.")
  String study;

  @Option(
      names = "--agreed",
      paramLabel = "STUDY",
      description = "With --peer: the study file that was agreed on.")
  Path agreed;

  @Option(
      names = "--data",
      paramLabel = "SOURCE",
      description = "With --peer: this site's records, held against the study's schema.")
  String data;

  @Mixin FormatOptions format = new FormatOptions();

  @Option(
      names = "--mapping",
      paramLabel = "FILE",
      description = "With --peer: how the columns of the records become those of the study.")
  Path mapping;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "With --peer: the site's policy. Default: policy.yaml in --home.")
  Path policy;

  @Option(
      names = "--ledger-dir",
      paramLabel = "DIR",
      description =
          "The folder of ledgers. Default: COTERIE_LEDGER in the environment, or"
              + " ~/.coterie/ledger.")
  Path ledgers;

  @Override
  protected int execute(Console console) {
    if (peer) {
      return report(console, new SiteChecks(this).all(), "This site can join.");
    }
    requireNothingOfPeers();
    if (home == null) {
      return report(console, MachineChecks.all(), "Coterie can run here.");
    }
    if (Files.exists(home.resolve("connection.yaml"))) {
      throw CoterieException.usage(
          "%s is the folder of a site: say --peer to check it.".formatted(home));
    }
    return report(
        console, new CoordinatorChecks(this).all(), "The coordinator can serve from here.");
  }

  private void requireNothingOfPeers() {
    if (study != null || agreed != null || data != null || policy != null || ledgers != null) {
      throw CoterieException.usage(
          "--study, --agreed, --data, --policy and --ledger-dir are of a site: say --peer as"
              + " well.");
    }
    if (address != null && home == null) {
      throw CoterieException.usage("--address needs --home, the coordinator's folder.");
    }
  }

  /** Returns the terms on which a site with these options would join. */
  JoinOptions join() {
    JoinOptions join = new JoinOptions();
    join.home = home == null ? Path.of("") : home;
    join.study = study == null ? "" : study;
    join.address = address;
    join.agreed = agreed;
    join.policy = policy;
    return join;
  }

  private record Finding(String name, String verdict, String detail) {}

  private static int report(Console console, List<Check> checks, String fine) {
    Table table = Table.ofFacts();
    checks.forEach(check -> table.row(check.name(), check.verdict().name(), check.detail()));
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
    List<Finding> findings =
        checks.stream()
            .map(check -> new Finding(check.name(), EnumText.of(check.verdict()), check.detail()))
            .toList();
    console.finish(Map.of("checks", findings), exitCode);
    return exitCode;
  }
}
