package io.coterie.cli.site;

import io.coterie.cli.budget.LedgerOptions;
import io.coterie.cli.coordinator.ServeOptions;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.study.SitePolicy;
import io.coterie.study.Study;
import io.coterie.study.file.YamlText;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** On what terms a site takes part. */
public final class JoinOptions extends CallOptions {
  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = {
        "What studies this site takes part in; see 'coterie study policy'. Default: policy.yaml in",
        "--home; without one, no graphs over records."
      })
  public Path policy;

  @Option(
      names = "--yes",
      description = "Take part without being asked, where the policy allows the study.")
  boolean yes;

  @Option(
      names = "--repeatable-noise",
      description = {
        "Draw noise that the study's seed repeats, to compare with a simulation. NOT PRIVATE."
      })
  boolean repeatableNoise;

  @Option(
      names = "--dashboard",
      arity = "0..1",
      paramLabel = "HOST:PORT",
      parameterConsumer = ServeOptions.PageAddress.class,
      description = {
        "A page for the owner's browser: what leaves, what is asked, what is left of the budget,"
            + " and",
        "the site's own clusters; the owner can agree on it. On loopback only; a free port is"
            + " found."
      })
  String dashboard;

  @Option(
      names = "--share-fit",
      description = {
        "Let the coordinator know which columns of this site do not fit those of the others, and"
            + " why.",
        "Default: only how many sites do not fit leaves, as a total under masks."
      })
  boolean shareFit;

  @Option(
      names = "--ledger-dir",
      paramLabel = "DIR",
      description =
          "The folder of ledgers. Default: COTERIE_LEDGER in the environment, or"
              + " ~/.coterie/ledger.")
  Path ledgers;

  Optional<InetSocketAddress> page() {
    return Optional.ofNullable(dashboard)
        .map(text -> text.isEmpty() ? "127.0.0.1:0" : text)
        .map(text -> ServeOptions.place("--dashboard", text, "127.0.0.1:8081"));
  }

  public SitePolicy policy() {
    return policyFile().map(SitePolicy::read).orElseGet(SitePolicy::standard);
  }

  /** Returns what the owner wrote down, if there is something. */
  Optional<String> policyText() {
    return policyFile().map(YamlText::read);
  }

  private Optional<Path> policyFile() {
    Path file = policy != null ? policy : home.resolve("policy.yaml");
    return policy != null || Files.exists(file) ? Optional.of(file) : Optional.empty();
  }

  /**
   * Returns the ledger of these records, if the study needs one.
   *
   * @param isLocal whether this process reads them; if not, their place may be known to others only
   */
  Optional<LedgerFile> ledger(Study study, boolean isLocal) {
    if (!study.plan().privacy().isDp()) {
      return Optional.empty();
    }
    String identity = isLocal ? LedgerOptions.identity(data) : LedgerOptions.identityOfEngine(data);
    return Optional.of(LedgerOptions.folder(ledgers).ledger(identity));
  }
}
