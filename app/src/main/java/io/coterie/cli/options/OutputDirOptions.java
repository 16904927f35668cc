package io.coterie.cli.options;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a run leaves its files. */
public final class OutputDirOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "coterie-out",
      description =
          "The folder for report.html, labels, model.json, run.json. Default: ${DEFAULT-VALUE}.")
  public Path out;

  @Option(names = "--force", description = "Replace the files of an earlier run in that folder.")
  public boolean force;

  @Option(
      names = "--labels-format",
      paramLabel = "csv|parquet",
      defaultValue = "csv",
      description = "Write labels.csv or labels.parquet. Default: ${DEFAULT-VALUE}.")
  String labelsFormat;

  public String labelsFile() {
    return "labels." + Choice.of("--labels-format", labelsFormat, "csv", "parquet");
  }
}
