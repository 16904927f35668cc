package io.coterie.cli.cert;

import io.coterie.cli.options.FormatOptions;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import io.coterie.trust.TrustFolder;
import io.coterie.trust.pki.PartyCertificate;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "revoke",
    description = "Takes a site off the coordinator's allow-list; its next call is refused.")
final class CertRevokeCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(paramLabel = "NAME", description = "The site.")
  String site;

  @Mixin AuthorityOption authority;

  @Mixin FormatOptions output;

  CertRevokeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    TrustFolder folder = authority.open();
    folder.revoke(site);
    List<String> left = folder.sites().stream().map(PartyCertificate::name).toList();
    console.say(
        "Site %s is off the allow-list in %s.".formatted(site, folder.coordinatorFolder()),
        "On it are: %s.".formatted(left.isEmpty() ? "none" : String.join(", ", left)),
        "If the coordinator runs from a copy of that folder, delete sites/%s.crt there too."
            .formatted(site));
    console.finish(Json.object().put("revoked", site));
    return 0;
  }
}
