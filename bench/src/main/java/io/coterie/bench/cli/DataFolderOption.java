package io.coterie.bench.cli;

import io.coterie.bench.DataLibrary;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the benchmarks' data sets are. */
final class DataFolderOption {
  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = {
        "The folder of data sets. Default: COTERIE_DATA in the environment.",
        "iris, wdbc, moon and ring come with the program."
      })
  Path folder;

  DataLibrary library() {
    return new DataLibrary(path());
  }

  Optional<Path> path() {
    return Optional.ofNullable(folder)
        .or(
            () ->
                Optional.ofNullable(System.getenv("COTERIE_DATA"))
                    .filter(text -> !text.isBlank())
                    .map(Path::of));
  }
}
