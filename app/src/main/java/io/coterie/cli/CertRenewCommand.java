package io.coterie.cli;

import io.coterie.trust.TrustFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "renew",
    description = "Gives the coordinator a new certificate for the same key, and for more hosts.")
final class CertRenewCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = "--ca",
      required = true,
      paramLabel = "DIR",
      description = "The folder that 'cert init' or 'provision' made.")
  Path authority;

  @Option(
      names = "--host",
      split = ",",
      paramLabel = "NAME",
      description = "Names or addresses of the coordinator's machine to add.")
  List<String> hosts = List.of();

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "825",
      description = "How long the certificate lasts. Default: ${DEFAULT-VALUE}.")
  int days;

  @Mixin OutputOptions output;

  CertRenewCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    TrustFolder folder = TrustFolder.open(authority);
    CertificateView view =
        new CertificateView(
            folder.coordinatorFolder().resolve("coordinator.crt").toString(),
            folder.renewCoordinator(hosts, FederationOptions.validity(days)));
    console.say(view.facts());
    console.say(
        "",
        "Start the coordinator again with it. Each site compares the new fingerprint by phone and",
        "writes it into its connection.yaml; until then it refuses to connect.");
    console.finish(view.json());
    return 0;
  }
}
