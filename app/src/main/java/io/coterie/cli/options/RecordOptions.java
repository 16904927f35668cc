package io.coterie.cli.options;

import io.coterie.cli.budget.LedgerOptions;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.study.SiteSource;
import io.coterie.study.Study;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which records a site has, and where it is written down what was told of them. */
public final class RecordOptions {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "SOURCE",
      description = {
        "This site's records: a file (CSV, TSV or IDX, also .gz; Parquet), 'sql:SELECT ...' over",
        "files, or a jdbc: address with --query. Columns that the study does not name stay unread."
      })
  String data;

  @Option(names = "--query", paramLabel = "SQL", description = "The SELECT for a jdbc: address.")
  String query;

  @Option(
      names = "--ignore",
      split = ",",
      paramLabel = "COLUMN",
      description = "Columns that are no features, where the study names none.")
  List<String> ignore = new ArrayList<>();

  @Option(
      names = "--ledger-dir",
      paramLabel = "DIR",
      description =
          "The folder of ledgers. Default: COTERIE_LEDGER in the environment, or ~/.coterie/ledger.")
  Path ledgers;

  public SiteSource source() {
    return new SiteSource(data, Optional.ofNullable(query), ignore);
  }

  /**
   * Returns the ledger of these records, if the study needs one.
   *
   * @param isLocal whether this process reads them; if not, their place may be known to others only
   */
  public Optional<LedgerFile> ledger(Study study, boolean isLocal) {
    if (!study.plan().privacy().isStrict()) {
      return Optional.empty();
    }
    LedgerOptions options = new LedgerOptions();
    options.folder = ledgers;
    String identity = isLocal || Files.exists(Path.of(data)) ? LedgerOptions.identity(data) : data;
    return Optional.of(options.folder().ledger(identity));
  }
}
