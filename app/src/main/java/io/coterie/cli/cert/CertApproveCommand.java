package io.coterie.cli.cert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import io.coterie.trust.TrustFolder;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.SiteRequest;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "approve",
    description = {
      "Gives a site the certificate it asked for and puts it onto the allow-list.",
      "Shows the fingerprint of the request first: compare it with what the site reads out by"
          + " phone."
    })
final class CertApproveCommand extends ConsoleCommand {
  @Parameters(paramLabel = "FILE", description = "The site's request, NAME.csr.")
  Path file;

  @Mixin AuthorityOption authority;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The answer for the site, to be made. Default: NAME-approved.")
  Path out;

  @Mixin ValidityOption lasting;
  @Mixin YesOption yes;

  @Override
  protected int execute(Console console) {
    TrustFolder folder = authority.open();
    SiteRequest request = SiteRequest.read(file);
    console.say(
        Table.ofFacts()
            .row("site", request.site())
            .row("request", request.fingerprint().toString()));
    yes.confirm(
        terminal(),
        "Does site %s read out the same fingerprint, %s?"
            .formatted(request.site(), request.fingerprint()));
    Path answer = out == null ? Path.of(request.site() + "-approved") : out;
    PartyCertificate certificate = folder.approve(request, answer, lasting.validity());
    CertificateView view = new CertificateView(answer.resolve("site.crt").toString(), certificate);
    console.say("");
    console.say(view.facts());
    console.say(
        "",
        "Site %s may connect now. Send it the folder %s; nothing in it is secret."
            .formatted(request.site(), answer),
        "It accepts with: coterie cert accept %s --out DIR".formatted(answer.getFileName()),
        "Then read out to it the authority's fingerprint:",
        "  " + folder.authorityCertificate().fingerprint());
    ObjectNode node = view.json().put("request", request.fingerprint().toString());
    console.finish(
        node.put("answer", answer.toString())
            .put("authority", folder.authorityCertificate().fingerprint().toString()));
    return 0;
  }
}
