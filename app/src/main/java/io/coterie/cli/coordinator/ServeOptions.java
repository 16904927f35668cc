package io.coterie.cli.coordinator;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.cli.options.LogOptions;
import io.coterie.coordinator.Coordinator;
import io.coterie.coordinator.operator.OperatorEndpoint;
import io.coterie.store.PrivateFiles;
import io.coterie.store.Version;
import io.coterie.study.Study;
import io.coterie.trust.CoordinatorCredentials;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Stack;
import java.util.function.Consumer;
import java.util.function.Predicate;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a coordinator serves, where, and as whom. */
public final class ServeOptions {
  /** Where a coordinator listens that is told nothing else. */
  public static final int PORT = 7443;

  @Parameters(
      arity = "1..*",
      paramLabel = "STUDY",
      description = "The study file, or several; see 'coterie study new'.")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "--home",
      paramLabel = "DIR",
      defaultValue = "coordinator",
      description = {
        "The coordinator's folder: its certificate and the list of sites, as 'coterie provision'",
        "makes it, and its journal. Default: ${DEFAULT-VALUE}."
      })
  Path home;

  @Option(
      names = "--address",
      paramLabel = "HOST:PORT",
      description = {
        "Where to listen; port 0 finds one. Default: the port that 'coterie provision' was given, on"
            + " all of this machine's addresses; with --insecure 127.0.0.1:7443."
      })
  String address;

  @Option(
      names = "--journal",
      paramLabel = "FILE|URL",
      description = {
        "Where everything that comes in is kept: an SQLite file, or"
            + " postgresql://USER@HOST/DATABASE",
        "(password in PGPASSWORD). Default: journal.db in --home."
      })
  String journal;

  @Option(
      names = "--operator",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:0",
      description = {
        "Where coterie status, logs and stop, and Prometheus, ask how it goes; on loopback only."
            + " Port",
        "0 finds one; operator.json in --home says which. Default: ${DEFAULT-VALUE}."
      })
  String operator;

  @Option(
      names = "--dashboard",
      arity = "0..1",
      paramLabel = "HOST:PORT",
      parameterConsumer = PageAddress.class,
      description = {
        "A page for the operator's browser, which shows the study as it runs and can stop it. It"
            + " is",
        "at --operator, or at an address of its own: one that is not on loopback is served with"
            + " the",
        "coordinator's certificate. The process stays while somebody looks at the page."
      })
  String dashboard;

  @Option(
      names = "--insecure",
      description = "No certificates and no encryption; on loopback only, to try things out.")
  boolean insecure;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "Where the answers appear, model.json and run.json in a folder for each study.",
        "Default: results in --home."
      })
  Path out;

  @Mixin LogOptions log = new LogOptions();

  List<Study> studies() {
    List<Study> studies = files.stream().map(Study::read).toList();
    long names = studies.stream().map(Study::name).distinct().count();
    if (names < studies.size()) {
      throw CoterieException.usage(
          "Two of the study files are of studies with the same name; each needs its own.");
    }
    return studies;
  }

  Coordinator.Settings settings(Consumer<String> refusals) {
    Optional<CoordinatorCredentials> credentials = Optional.empty();
    if (!insecure) {
      if (!Files.isDirectory(home)) {
        throw CoterieException.usage(
            "There is no folder %s. Make one with coterie provision and name it with --home, or try things out with --insecure."
                .formatted(home));
      }
      credentials = Optional.of(CoordinatorCredentials.load(home));
    }
    return new Coordinator.Settings(place(), credentials, Version.coterie(), refusals);
  }

  private InetSocketAddress place() {
    return place("--address", address == null ? usual() : address, "0.0.0.0:" + PORT);
  }

  private String usual() {
    return insecure ? "127.0.0.1:" + PORT : usualPlace(home);
  }

  /** Where a coordinator listens that is given no address: at the port that sites were given. */
  public static String usualPlace(Path home) {
    return "0.0.0.0:" + CoordinatorCredentials.port(home).orElse(PORT);
  }

  InetSocketAddress operator() {
    return place("--operator", operator, "127.0.0.1:7444");
  }

  Optional<OperatorEndpoint.Page> page(Predicate<String> resumes) {
    if (dashboard == null) {
      return Optional.empty();
    }
    Optional<InetSocketAddress> address =
        Optional.of(dashboard)
            .filter(text -> !text.isEmpty())
            .map(text -> place("--dashboard", text, "127.0.0.1:8080"));
    boolean isFar = address.map(own -> !own.getAddress().isLoopbackAddress()).orElse(false);
    return Optional.of(
        new OperatorEndpoint.Page(
            address,
            isFar && !insecure
                ? Optional.of(CoordinatorCredentials.load(home).pageSslContext())
                : Optional.empty(),
            resumes));
  }

  public static InetSocketAddress place(String option, String text, String example) {
    int mark = text.lastIndexOf(':');
    try {
      String host = text.substring(0, Math.max(0, mark)).replaceAll("^\\[|]$", "");
      InetSocketAddress place =
          new InetSocketAddress(host, Integer.parseInt(text.substring(mark + 1)));
      if (mark > 0 && !place.isUnresolved()) {
        return place;
      }
    } catch (IllegalArgumentException e) {
      // told below
    }
    throw CoterieException.usage(
        "%s is %s; it must be HOST:PORT of this machine, as %s.".formatted(option, text, example));
  }

  String journal() {
    return journal == null ? home.resolve("journal.db").toString() : journal;
  }

  Path results(Study study) {
    return (out == null ? home.resolve("results") : out).resolve(study.name());
  }

  /** Makes the folder of a site or a coordinator, which its owner alone can read. */
  public static void prepareHome(Path home) {
    try {
      PrivateFiles.createFolder(home);
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The folder %s cannot be made (%s); choose another with --home."
              .formatted(home, e.getClass().getSimpleName()),
          e);
    }
  }

  /** Takes what follows --dashboard if it is an address, and else leaves it for others. */
  public static final class PageAddress implements IParameterConsumer {
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's own signature
    public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
      boolean isAddress = !words.isEmpty() && words.peek().matches("[^/]*:[0-9]{1,5}");
      option.setValue(isAddress ? words.pop() : "");
    }
  }
}
