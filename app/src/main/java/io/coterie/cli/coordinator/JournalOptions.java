package io.coterie.cli.coordinator;

import io.coterie.store.journal.Journal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which coordinator is meant, and where its journal is while it does not run. */
public final class JournalOptions extends CoordinatorOptions {
  @Option(
      names = "--journal",
      paramLabel = "FILE|URL",
      description = {
        "The coordinator's journal, if serve was given another; read when it does not run."
            + " Default:",
        "journal.db in --home."
      })
  String journal;

  /** Opens the journal, if there is one; none is made. */
  public Optional<Journal> journal() {
    String where = journal == null ? home.resolve("journal.db").toString() : journal;
    boolean isThere = where.contains("://") || Files.exists(Path.of(where));
    return isThere ? Optional.of(Journal.open(where)) : Optional.empty();
  }
}
