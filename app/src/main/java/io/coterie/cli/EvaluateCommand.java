package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.RunOptions;
import io.coterie.cli.options.SourceOptions;
import io.coterie.data.ClustersReader;
import io.coterie.data.DataSet;
import io.coterie.data.LabelLines;
import io.coterie.math.Parallel;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.report.RunSummary;
import io.coterie.simulation.ScoringSample;
import io.coterie.store.ModelFile;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "evaluate",
    description =
        "Scores an answer: against the true groups if --labels names them, and by distances only.",
    footer = {
      "",
      "Example:",
      "  coterie evaluate --data iris --clusters-file coterie-out/labels.csv"
    })
final class EvaluateCommand extends ConsoleCommand {
  @Mixin SourceOptions source;

  @Option(
      names = "--clusters-file",
      required = true,
      paramLabel = "FILE",
      description = {
        "labels.csv or labels.parquet of a run, or any CSV with the column 'cluster',",
        "in the order of the records or with the column 'record' (from 0)."
      })
  String clustersFile;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "Read the records as this model.json describes its columns.")
  Path model;

  @Mixin RunOptions run;

  private static final String DISTANCES = "the features of the records, as a study would have them";

  @Override
  protected int execute(Console console) {
    try (Parallel parallel = run.parallel()) {
      Optional<ModelFile> file = Optional.ofNullable(model).map(ModelFile::read);
      DataSet data =
          source.readAs(
              imagesOf(file), file.map(ModelFile::specs).orElse(List.of()), run.start(), console);
      source.notes().forEach(console::say);
      LabelLines lines = ClustersReader.read(clustersFile, data.positions());
      ScoringSample seen =
          ScoringSample.of(
              input(file, data), data.records(), lines.records(), run.start(), parallel);
      report(console, data, lines, seen.score(source.truth(data), lines, parallel));
    }
    return 0;
  }

  // Images are scaled when they are read; a model of images needs records read alike.
  private static Optional<InputKind> imagesOf(Optional<ModelFile> file) {
    return file.map(ModelFile::kind).filter(InputKind::isImage);
  }

  private static InputPlan input(Optional<ModelFile> file, DataSet data) {
    if (file.isPresent() && !file.get().columns().equals(data.columns())) {
      throw CoterieException.badData(
          "%s has other columns than the model; leave --model out or set columns aside with --ignore."
              .formatted(data.name()));
    }
    return InputPlan.automatic(data.kind(), data.columns().size()).withLevels(data.levels());
  }

  private void report(Console console, DataSet data, LabelLines lines, RunSummary.Scores scores) {
    console.say(
        "%s: %s, %s in %s"
            .formatted(
                data.name(),
                Format.count(data.size(), "record"),
                Format.count(lines.clusters().clusterCount(), "cluster"),
                clustersFile));
    if (lines.size() != data.size()) {
      console.say(
          "%s scored, as sites overlap or records were left out"
              .formatted(Format.count(lines.size(), "line")));
    }
    console.say("distances between " + DISTANCES, "");
    console.say(ScoringSample.table(scores));
    console.finish(
        new Evaluation(
            RunSummary.Data.of(data),
            clustersFile,
            lines.size(),
            lines.clusters().clusterCount(),
            DISTANCES,
            scores));
  }

  private record Evaluation(
      RunSummary.Data data,
      String clustersFile,
      int lines,
      int clusters,
      String distances,
      RunSummary.Scores scores) {}
}
