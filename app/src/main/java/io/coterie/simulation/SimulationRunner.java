package io.coterie.simulation;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.Seconds;
import io.coterie.data.LabelsWriter;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.report.ReportData;
import io.coterie.report.ReportFiles;
import io.coterie.report.ReportHead;
import io.coterie.report.ReportHeads;
import io.coterie.report.RunSummary;
import io.coterie.store.AtomicOutput;
import io.coterie.terminal.Console;
import io.coterie.terminal.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Runs a simulation, tells its story and leaves its files.
 *
 * @param command the command's name
 * @param options as they took effect
 * @param out where the files are to appear
 * @param labelsFile the name of the file with the answer
 */
public record SimulationRunner(
    String command, Map<String, String> options, Path out, String labelsFile) {
  public SimulationRunner {
    requireNonNull(options, "options is null");
    requireNonNull(out, "out is null");
  }

  public void run(Simulation simulation, AtomicOutput staging, Parallel parallel, Console console) {
    SimulationPrinter story = new SimulationPrinter(console, simulation);
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
      summary.model().write(staging.file("model.json"));
      long start = System.nanoTime();
      ReportHead head = new ReportHeads(simulation.plan()).of(run, simulation.secureNoise());
      ReportFiles.write(ReportData.of(summary.reportInput(), head, parallel), staging);
      document.withObject("/seconds").put("report", Seconds.since(start));
      Files.writeString(
          staging.file("run.json"), Json.text(Json.versioned(Console.SCHEMA_VERSION, document)));
    } catch (IOException e) {
      throw staging.unwritten(e);
    }
    staging.publishFolder();
    story.end(run);
    story.files(out, labelsFile);
    document
        .putObject("files")
        .put("labels", out.resolve(labelsFile).toString())
        .put("model", out.resolve("model.json").toString())
        .put("run", out.resolve("run.json").toString())
        .put("report", out.resolve("report.html").toString());
    console.finish(document);
  }
}
