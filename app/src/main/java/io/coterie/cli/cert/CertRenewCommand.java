package io.coterie.cli.cert;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.terminal.Console;
import io.coterie.trust.TrustFolder;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "renew",
    description = "Gives the coordinator a new certificate for the same key, and for more hosts.")
final class CertRenewCommand extends ConsoleCommand {
  @Mixin AuthorityOption authority;

  @Option(
      names = "--host",
      split = ",",
      paramLabel = "NAME",
      description = "Names or addresses of the coordinator's machine to add.")
  List<String> hosts = List.of();

  @Mixin ValidityOption lasting;

  @Override
  protected int execute(Console console) {
    TrustFolder folder = authority.open();
    CertificateView view =
        new CertificateView(
            folder.coordinatorFolder().resolve("coordinator.crt").toString(),
            folder.renewCoordinator(hosts, lasting.validity()));
    console.say(view.facts());
    console.say(
        "",
        "Start the coordinator again with it. Each site compares the new fingerprint by phone and",
        "writes it into its connection.yaml; until then it refuses to connect.");
    console.finish(view.json());
    return 0;
  }
}
