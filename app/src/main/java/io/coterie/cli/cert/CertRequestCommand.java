package io.coterie.cli.cert;

import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import io.coterie.trust.SiteFolder;
import io.coterie.trust.pki.SiteRequest;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "request",
    description =
        "At a site: makes its keys, which stay there, and a request to send to the"
            + " coordinator's operator.")
final class CertRequestCommand extends ConsoleCommand {
  @Option(
      names = "--site",
      required = true,
      paramLabel = "NAME",
      description = "The name of the site: a-z, 0-9 and -.")
  String site;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The site's folder, to be made. Nothing is replaced.")
  Path out;

  @Override
  protected int execute(Console console) {
    SiteFolder folder = new SiteFolder(out);
    SiteRequest request = folder.request(site);
    String file = folder.requestFile(site).toString();
    console.say(
        Table.ofFacts()
            .row("site", request.site())
            .row("request", file)
            .row("fingerprint", request.fingerprint().toString()));
    console.say(
        "",
        "Send %s to the coordinator's operator, and read the fingerprint out by phone."
            .formatted(file),
        "With the answer: coterie cert accept ANSWER --out %s".formatted(out));
    console.finish(
        Json.object()
            .put("site", request.site())
            .put("request", file)
            .put("fingerprint", request.fingerprint().toString()));
    return 0;
  }
}
