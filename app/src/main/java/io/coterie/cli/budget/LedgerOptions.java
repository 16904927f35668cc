package io.coterie.cli.budget;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerFolder;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which privacy ledger is meant. */
public final class LedgerOptions {
  @Option(
      names = "--ledger-dir",
      paramLabel = "DIR",
      description =
          "The folder of ledgers. Default: COTERIE_LEDGER in the environment, or"
              + " ~/.coterie/ledger.")
  Path folder;

  @Option(
      names = "--source",
      paramLabel = "SOURCE",
      description = "The data source: a file or folder, or a database's jdbc: URL and query.")
  String source;

  List<LedgerFile> ledgers() {
    return identity()
        .map(known -> List.of(folder().ledger(known)))
        .orElseGet(() -> folder().ledgers());
  }

  LedgerFolder folder() {
    return folder(folder);
  }

  /** Returns the folder that is stated or, where it is null, the usual one. */
  public static LedgerFolder folder(Path stated) {
    if (stated != null) {
      return new LedgerFolder(stated);
    }
    String fromEnvironment = System.getenv("COTERIE_LEDGER");
    return new LedgerFolder(
        fromEnvironment != null && !fromEnvironment.isBlank()
            ? Path.of(fromEnvironment)
            : Path.of(System.getProperty("user.home"), ".coterie", "ledger"));
  }

  /** Returns what names the source in every command, if one is named: the real path of a file. */
  Optional<String> identity() {
    return Optional.ofNullable(source).map(LedgerOptions::identity);
  }

  public static String identity(String source) {
    if (source.startsWith("jdbc:")) {
      return source;
    }
    try {
      return Path.of(source).toRealPath().toString();
    } catch (IOException | InvalidPathException e) {
      throw new CoterieException(
          ErrorCode.BAD_DATA,
          "There is no data source %s. Name a file or folder that exists, or a jdbc: URL."
              .formatted(source),
          e);
    }
  }
}
