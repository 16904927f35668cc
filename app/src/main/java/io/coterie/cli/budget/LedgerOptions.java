package io.coterie.cli.budget;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.data.DataReader;
import io.coterie.data.format.QuerySources;
import io.coterie.store.ledger.LedgerFile;
import io.coterie.store.ledger.LedgerFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which privacy ledger is meant. */
public final class LedgerOptions {
  private static final String SQL = "sql:";

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

  /** Returns the one file that a query reads. */
  private static String ofQuery(String query) {
    List<String> files = QuerySources.files(query);
    if (files.size() != 1) {
      throw CoterieException.usage(
          ("The privacy ledger follows the file that is read, and this query reads %d of them. Join"
                  + " them into one file first; a mapping can do the rest ('coterie map --help').")
              .formatted(files.size()));
    }
    return files.get(0);
  }

  /** Returns what is charged for a source that an engine reads where only it may be. */
  public static String identityOfEngine(String source) {
    if (source.startsWith(SQL)) {
      throw CoterieException.usage(
          "The privacy ledger follows the data that are read, which a query of an engine does not"
              + " tell. Name the file or table itself, and say in a mapping how its columns become"
              + " those of the study ('coterie map --help').");
    }
    return DataReader.existing(source).isPresent() || Files.isDirectory(Path.of(source))
        ? identity(source)
        : source;
  }

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

  /**
   * Returns what is charged for a source: the real path of the file that is read, or the address of
   * a database. Neither a query nor a mapping changes it, so neither brings a fresh budget.
   */
  public static String identity(String source) {
    if (source.startsWith("jdbc:")) {
      return source;
    }
    if (source.startsWith(SQL)) {
      return identity(ofQuery(source.substring(SQL.length())));
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
