package io.coterie.cli.cert;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.trust.TrustFolder;
import io.coterie.trust.pki.PartyCertificate;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "revoke",
    description = "Takes a site off the coordinator's allow-list; its next call is refused.")
final class CertRevokeCommand extends ConsoleCommand {
  @Parameters(paramLabel = "NAME", description = "The site.")
  String site;

  @Mixin AuthorityOption authority;

  @Override
  protected int execute(Console console) {
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
