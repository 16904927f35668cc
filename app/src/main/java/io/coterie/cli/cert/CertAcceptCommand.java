package io.coterie.cli.cert;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import io.coterie.trust.SiteCredentials;
import io.coterie.trust.SiteFolder;
import io.coterie.trust.pki.Fingerprint;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "accept",
    description = {
      "At a site: takes in the answer to its request, if it fits the site's keys.",
      "Shows the fingerprint of the authority first: compare it with what the coordinator's operator"
          + " reads out by phone."
    })
final class CertAcceptCommand extends ConsoleCommand {
  @Parameters(paramLabel = "ANSWER", description = "The folder that 'cert approve' made.")
  Path answer;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The site's folder, which 'cert request' made.")
  Path out;

  @Mixin YesOption yes;

  @Override
  protected int execute(Console console) {
    Fingerprint authority = SiteFolder.authorityOf(answer).fingerprint();
    console.say(Table.ofFacts().row("authority", authority.toString()));
    yes.confirm(
        terminal(),
        "Does the coordinator's operator read out the same fingerprint, %s?".formatted(authority));
    SiteCredentials credentials = new SiteFolder(out).accept(answer);
    CertificateView view =
        new CertificateView(out.resolve("site.crt").toString(), credentials.certificate());
    console.say("");
    console.say(view.facts());
    console.say(
        "",
        "Site %s can join the coordinator at %s from %s."
            .formatted(credentials.site(), credentials.address(), out));
    console.finish(
        view.json()
            .put("coordinator", credentials.address())
            .put("authority", authority.toString()));
    return 0;
  }
}
