package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.participant.JoinedStudy;
import io.coterie.participant.OpenedSiteData;
import io.coterie.study.Study;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a site's answer appears. */
public final class ResultOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where labels.csv and model.json appear. Default: results/STUDY in --home.")
  Path out;

  @Option(
      names = "--labels-format",
      paramLabel = "csv|parquet",
      defaultValue = "csv",
      description = "Write labels.csv or labels.parquet. Default: ${DEFAULT-VALUE}.")
  String labelsFormat;

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      description = {
        "With --engine spark: the column that names a record in the written clusters. Default: its",
        "position, in the order in which Spark reads."
      })
  String id;

  @Option(
      names = "--labels-to",
      paramLabel = "URI",
      description = {
        "With --engine spark: where its machines write the clusters as Parquet, a place that all of",
        "them reach. Default: STUDY-labels.parquet beside --out."
      })
  String labelsTo;

  /** Refuses what only an engine can do. */
  public void check(boolean isLocal) {
    if (isLocal && (id != null || labelsTo != null)) {
      throw CoterieException.usage("--id and --labels-to are for --engine spark.");
    }
  }

  /** Returns what appears where, after a study at the site whose folder this is. */
  public JoinedStudy.Files files(Study study, Path home, boolean isLocal) {
    return new JoinedStudy.Files(
        folder(study, home),
        "labels." + Choice.of("--labels-format", labelsFormat, "csv", "parquet"),
        isLocal ? Optional.empty() : Optional.of(labelsFolder(study, home)));
  }

  /** Returns where an engine writes the clusters. */
  public OpenedSiteData.Target target(Study study, Path home) {
    return new OpenedSiteData.Target(Optional.ofNullable(id), labelsFolder(study, home));
  }

  /** Returns where an engine writes; the folder of results appears as a whole later. */
  private String labelsFolder(Study study, Path home) {
    Path results = folder(study, home).toAbsolutePath();
    return labelsTo != null
        ? labelsTo
        : results.resolveSibling(results.getFileName() + "-labels.parquet").toUri().toString();
  }

  private Path folder(Study study, Path home) {
    return out != null ? out : home.resolve("results").resolve(study.name());
  }
}
