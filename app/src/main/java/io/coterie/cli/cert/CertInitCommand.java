package io.coterie.cli.cert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.trust.TrustFolder;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "init",
    description = "Makes the authority of a federation and its coordinator's folder.")
final class CertInitCommand extends ConsoleCommand {
  @Mixin FederationOptions federation;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The folder to make. Nothing is replaced.")
  Path out;

  @Override
  protected int execute(Console console) {
    TrustFolder folder = TrustFolder.create(out, federation.plan(List.of()));
    CertificateView authority =
        new CertificateView(
            folder.authorityFolder().resolve("ca.crt").toString(), folder.authorityCertificate());
    CertificateView coordinator =
        new CertificateView(
            folder.coordinatorFolder().resolve("coordinator.crt").toString(),
            folder.coordinatorCertificate());
    console.say(authority.facts());
    console.say("");
    console.say(coordinator.facts());
    console.say(
        "",
        "Each site now makes its request: coterie cert request --site NAME --out DIR",
        "Read the authority's fingerprint out to it by phone when it accepts.");
    ObjectNode node = Json.object().put("address", folder.address());
    node.set("authority", authority.json());
    node.set("coordinator", coordinator.json());
    console.finish(node);
    return 0;
  }
}
