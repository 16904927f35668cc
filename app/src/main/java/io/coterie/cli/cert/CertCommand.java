package io.coterie.cli.cert;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.PeerText;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.terminal.Console;
import io.coterie.terminal.Table;
import io.coterie.terminal.Terminal;
import io.coterie.trust.SiteCredentials;
import io.coterie.trust.SiteFolder;
import io.coterie.trust.TrustFolder;
import io.coterie.trust.pki.Fingerprint;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.SiteRequest;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "cert",
    subcommands = {
      CertCommand.Init.class,
      CertCommand.Request.class,
      CertCommand.Approve.class,
      CertCommand.Accept.class,
      CertCommand.Show.class,
      CertCommand.Revoke.class,
      CertCommand.Renew.class
    },
    description = {
      "Certificates for sites that make their own keys, step by step: init, request, approve,"
          + " accept.",
      "'coterie provision' does it all at once on one machine. See docs/trust.md."
    },
    footer = {
      "",
      "Examples:",
      "  coterie cert init --address hub.example:7443 --out federation   (coordinator)",
      "  coterie cert request --site ada --out ada                       (site)",
      "  coterie cert approve ada.csr --ca federation                    (coordinator)",
      "  coterie cert accept ada-approved --out ada                      (site)"
    })
public final class CertCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    throw CoterieException.usage(
        "Which? init, request, approve, accept, show, revoke or renew. See coterie cert --help.");
  }

  @Command(
      name = "init",
      description = "Makes the authority of a federation and its coordinator's folder.")
  static final class Init extends ConsoleCommand {
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
      console.say(authority.facts(), "");
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

  @Command(
      name = "request",
      description =
          "At a site: makes its keys, which stay there, and a request to send to the"
              + " coordinator's operator.")
  static final class Request extends ConsoleCommand {
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

  @Command(
      name = "approve",
      description = {
        "Gives a site the certificate it asked for and puts it onto the allow-list.",
        "Shows the fingerprint of the request first: compare it with what the site reads out by"
            + " phone."
      })
  static final class Approve extends ConsoleCommand {
    @Parameters(paramLabel = "FILE", description = "The site's request, NAME.csr.")
    Path file;

    @Mixin AuthorityOption authority;

    @Option(
        names = "--out",
        paramLabel = "DIR",
        description = "The answer for the site, to be made. Default: NAME-approved.")
    Path out;

    @Mixin FederationOptions.Validity lasting;
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
      CertificateView view =
          new CertificateView(answer.resolve("site.crt").toString(), certificate);
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

  @Command(
      name = "accept",
      description = {
        "At a site: takes in the answer to its request, if it fits the site's keys.",
        "Shows the fingerprint of the authority first: compare it with what the coordinator's"
            + " operator reads out by phone."
      })
  static final class Accept extends ConsoleCommand {
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
          "Does the coordinator's operator read out the same fingerprint, %s?"
              .formatted(authority));
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

  @Command(
      name = "show",
      description = "Who a certificate is for, how long it is valid, and its fingerprint.")
  static final class Show extends ConsoleCommand {
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
            all.filter(
                    file -> file.toString().endsWith(".crt") || file.toString().endsWith(REQUEST))
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

  @Command(
      name = "revoke",
      description = "Takes a site off the coordinator's allow-list; its next call is refused.")
  static final class Revoke extends ConsoleCommand {
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

  @Command(
      name = "renew",
      description = "Gives the coordinator a new certificate for the same key, and for more hosts.")
  static final class Renew extends ConsoleCommand {
    @Mixin AuthorityOption authority;

    @Option(
        names = "--host",
        split = ",",
        paramLabel = "NAME",
        description = "Names or addresses of the coordinator's machine to add.")
    List<String> hosts = List.of();

    @Mixin FederationOptions.Validity lasting;

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
          "Start the coordinator again with it. Each site compares the new fingerprint by phone"
              + " and",
          "writes it into its connection.yaml; until then it refuses to connect.");
      console.finish(view.json());
      return 0;
    }
  }

  /** Where the authority is that gives the certificates. */
  static final class AuthorityOption {
    @Option(
        names = "--ca",
        required = true,
        paramLabel = "DIR",
        description = "The folder that 'cert init' or 'provision' made.")
    Path authority;

    TrustFolder open() {
      return TrustFolder.open(authority);
    }
  }

  /** The question before a step that trusts somebody. */
  static final class YesOption {
    @Option(names = "--yes", description = "Do not ask; you have compared already.")
    boolean yes;

    /** Asks at the terminal; without one, nothing is done without --yes. */
    void confirm(Terminal terminal, String question) {
      if (yes) {
        return;
      }
      if (!terminal.errIsScreen()) {
        throw CoterieException.usage(question + " Compare first, then say --yes.");
      }
      terminal.err().printf("%s Type yes to go on: ", PeerText.lines(question));
      terminal.err().flush();
      if (!answer().equals("yes")) {
        throw CoterieException.usage("Nothing was done: the answer was not yes.");
      }
    }

    private static String answer() {
      try {
        return new Scanner(System.in, Charset.defaultCharset()).nextLine().strip();
      } catch (NoSuchElementException e) {
        return ""; // nobody is at the keyboard
      }
    }
  }
}
