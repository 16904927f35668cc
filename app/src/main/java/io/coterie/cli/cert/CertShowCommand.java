package io.coterie.cli.cert;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.SiteRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description = "Who a certificate is for, how long it is valid, and its fingerprint.")
final class CertShowCommand extends ConsoleCommand {
  private static final int DEPTH = 3;
  private static final String REQUEST = ".csr";

  @Parameters(
      paramLabel = "FILE|DIR",
      description = "A certificate, a request, or a folder with some.")
  Path place;

  @Override
  protected int execute(Console console) {
    ObjectNode node = Json.object();
    ArrayNode list = node.putArray("certificates");
    String gap = null;
    for (Path file : files()) {
      if (gap != null) {
        console.say(gap);
      }
      gap = "";
      if (file.toString().endsWith(REQUEST)) {
        SiteRequest request = SiteRequest.read(file);
        console.say(
            Table.ofFacts()
                .row("file", file.toString())
                .row("request of", "site " + request.site())
                .row("fingerprint", request.fingerprint().toString()));
        list.addObject()
            .put("file", file.toString())
            .put("request_of", request.site())
            .put("fingerprint", request.fingerprint().toString());
      } else {
        CertificateView view = new CertificateView(file.toString(), PartyCertificate.read(file));
        console.say(view.facts());
        list.add(view.json());
      }
    }
    console.finish(node);
    return 0;
  }

  private List<Path> files() {
    if (!Files.isDirectory(place)) {
      return List.of(place);
    }
    try (Stream<Path> all = Files.walk(place, DEPTH)) {
      List<Path> found =
          all.filter(file -> file.toString().endsWith(".crt") || file.toString().endsWith(REQUEST))
              .sorted()
              .toList();
      if (found.isEmpty()) {
        throw CoterieException.badData(
            "The folder %s has no certificate (.crt) and no request (.csr) in it."
                .formatted(place));
      }
      return found;
    } catch (IOException e) {
      throw CoterieException.badData(
          "The folder %s may not be read (%s). Check its permissions."
              .formatted(place, e.getClass().getSimpleName()));
    }
  }
}
