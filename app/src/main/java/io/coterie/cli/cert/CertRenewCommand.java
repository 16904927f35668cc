package io.coterie.cli.cert;

import io.coterie.cli.options.FormatOptions;
import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import io.coterie.trust.TrustFolder;
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

  @Mixin AuthorityOption authority;

  @Option(
      names = "--host",
      split = ",",
      paramLabel = "NAME",
      description = "Names or addresses of the coordinator's machine to add.")
  List<String> hosts = List.of();

  @Mixin ValidityOption lasting;
  @Mixin FormatOptions output;

  CertRenewCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
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
