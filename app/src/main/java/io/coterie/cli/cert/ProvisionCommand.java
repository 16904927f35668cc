package io.coterie.cli.cert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import io.coterie.trust.TrustFolder;
import io.coterie.trust.pki.PartyCertificate;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "provision",
    description = {
      "Makes all keys and certificates of a federation at once: a folder for the coordinator and one"
          + " for each site, to be carried there.",
      "Where a site's keys must not leave it, use 'coterie cert' instead. See docs/trust.md."
    },
    footer = {
      "",
      "Examples:",
      "  coterie provision --sites ada,bell,curie --address hub.example:7443 --out federation",
      "  coterie provision --add-site darwin --out federation"
    })
public final class ProvisionCommand extends ConsoleCommand {
  @Option(
      names = "--sites",
      split = ",",
      paramLabel = "NAME",
      description = "The sites, as in ada,bell,curie.")
  List<String> sites = List.of();

  @Option(
      names = "--add-site",
      paramLabel = "NAME",
      description = "Add a site to a federation that exists.")
  String added;

  @Mixin FederationOptions federation;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The folder to make, or of the federation to add to. Nothing is replaced.")
  Path out;

  @Override
  protected int execute(Console console) {
    if ((added == null) == sites.isEmpty()) {
      throw CoterieException.usage("Say either --sites with all of them, or --add-site with one.");
    }
    TrustFolder folder = added == null ? TrustFolder.create(out, federation.plan(sites)) : add();
    List<String> fresh = added == null ? sites : List.of(added);
    Table table = Table.withHeader(List.of("for", "carry this folder there"));
    if (added == null) {
      table.row("coordinator", folder.coordinatorFolder().toString());
    }
    fresh.forEach(site -> table.row("site " + site, folder.siteFolder(site).toString()));
    console.say(table);
    sayNext(console, folder);
    console.finish(json(folder));
    return 0;
  }

  private TrustFolder add() {
    TrustFolder folder = TrustFolder.open(out);
    folder.addSite(added, federation.validity());
    return folder;
  }

  private void sayNext(Console console, TrustFolder folder) {
    console.say(
        "",
        "authority    " + folder.authorityCertificate().fingerprint(),
        "coordinator  " + folder.coordinatorCertificate().fingerprint(),
        "",
        "Whoever has %s can pass for any of them: keep it offline."
            .formatted(folder.authorityFolder()),
        "Delete each site's folder here once the site has it.");
  }

  private static ObjectNode json(TrustFolder folder) {
    ObjectNode node =
        Json.object()
            .put("address", folder.address())
            .put("authority", folder.authorityCertificate().fingerprint().toString())
            .put("coordinator", folder.coordinatorCertificate().fingerprint().toString());
    for (PartyCertificate site : folder.sites()) {
      node.withArray("sites")
          .addObject()
          .put("name", site.name())
          .put("fingerprint", site.fingerprint().toString());
    }
    return node;
  }
}
