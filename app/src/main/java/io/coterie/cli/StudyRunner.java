package io.coterie.cli;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.data.DataSet;
import io.coterie.data.LabelsWriter;
import io.coterie.math.Parallel;
import io.coterie.partition.Partition;
import io.coterie.report.ReportData;
import io.coterie.report.ReportInput;
import io.coterie.report.RunSummary;
import io.coterie.store.Json;
import io.coterie.store.ModelFile;
import io.coterie.store.Staging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a simulation, tells its story and leaves its files.
 *
 * @param command the command's name
 * @param options as they took effect
 * @param out where the files are to appear
 * @param labelsFile the name of the file with the answer
 */
record StudyRunner(String command, Map<String, String> options, Path out, String labelsFile) {
  StudyRunner {
    requireNonNull(options, "options is null");
    requireNonNull(out, "out is null");
  }

  void run(Simulation simulation, Staging staging, Parallel parallel, Console console) {
    Story story = new Story(console, simulation);
    story.begin();
    story.networks(parallel.threads());
    Simulation.Outcome outcome;
    try (Progress progress = console.progress()) {
      outcome = simulation.run(parallel, progress);
    }
    SimulationSummary summary = new SimulationSummary(command, options, simulation, outcome);
    RunSummary.Simulated run = summary.run();
    ObjectNode document = Json.tree(run);
    LabelsWriter.write(
        staging.file(labelsFile), outcome.placement().lines(simulation.input().data().positions()));
    try {
      write(summary.provenance(), simulation, outcome, staging);
      long start = System.nanoTime();
      ReportFiles.write(report(run, simulation, outcome, parallel), staging);
      document.withObject("/seconds").put("report", (System.nanoTime() - start) / 1e9);
      Files.writeString(
          staging.file("run.json"), Json.text(Json.versioned(Console.SCHEMA_VERSION, document)));
    } catch (IOException e) {
      throw staging.unwritten(e);
    }
    staging.publishFolder();
    story.end(run);
    story.files(out, labelsFile);
    document.set("files", Json.tree(files()));
    console.finish(document);
  }

  private static void write(
      RunSummary.Provenance provenance,
      Simulation simulation,
      Simulation.Outcome outcome,
      Staging staging)
      throws IOException {
    DataSet data = simulation.input().data();
    new ModelFile(outcome.result().model(), data.kind(), data.columns(), Json.tree(provenance))
        .write(staging.file("model.json"));
  }

  private static ReportData report(
      RunSummary.Simulated run,
      Simulation simulation,
      Simulation.Outcome outcome,
      Parallel parallel) {
    Placement placement = outcome.placement();
    ReportInput.Held held =
        new ReportInput.Held(
            simulation.input().data().records(),
            placement.rows(),
            placement.sites(),
            placement.clusters(),
            outcome.seen().lines(),
            outcome.seen().points());
    return ReportData.of(
        new ReportInput(
            simulation.plan(),
            outcome.result().model(),
            simulation.input().data().columns(),
            simulation.partition().sites().stream().map(Partition.Site::name).toList(),
            outcome.log(),
            Optional.of(held)),
        new ReportHeads(simulation.plan()).of(run, simulation.secureNoise()),
        parallel);
  }

  private record Written(String labels, String model, String run, String report) {}

  private Written files() {
    return new Written(
        out.resolve(labelsFile).toString(),
        out.resolve("model.json").toString(),
        out.resolve("run.json").toString(),
        out.resolve("report.html").toString());
  }
}
