package io.coterie.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.Seconds;
import io.coterie.data.DataSet;
import io.coterie.federation.RunResult;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.method.NetworkEngine;
import io.coterie.partition.Partition;
import io.coterie.plan.StudyPlan;
import io.coterie.report.PrivacySummary;
import io.coterie.report.ReportData;
import io.coterie.report.ReportHead;
import io.coterie.report.ReportInput;
import io.coterie.report.ReportPage;
import io.coterie.report.RunSummary;
import io.coterie.store.AtomicOutput;
import io.coterie.store.ModelFile;
import io.coterie.store.Version;
import io.coterie.terminal.Console;
import io.coterie.terminal.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a simulation, prints what happens and leaves its files.
 *
 * @param options as they took effect, by the names of the flags
 * @param out where the files are to appear
 * @param labelsFile the name of the file with the answer
 */
public record SimulationRunner(
    String command, Map<String, String> options, Path out, String labelsFile) {
  public void run(Simulation simulation, AtomicOutput staging, Parallel parallel, Console console) {
    SimulationPrinter story = new SimulationPrinter(console, simulation);
    story.begin();
    story.networks(parallel.threads());
    Simulation.Outcome outcome;
    try (Progress progress = console.progress()) {
      outcome = simulation.run(parallel, progress);
    }
    RunSummary.Simulated run = summary(outcome);
    ObjectNode document = Json.tree(run);
    DataSet data = simulation.input().data();
    outcome.lines().inInput(data.positions()).write(staging.file(labelsFile));
    try {
      new ModelFile(
              outcome.result().model(), data.kind(), data.columns(), Json.tree(provenance(outcome)))
          .write(staging.file("model.json"));
      long start = System.nanoTime();
      ReportHead head = ReportHead.of(run, simulation.plan(), simulation.secureNoise());
      ReportPage.write(ReportData.of(reportInput(outcome), head, parallel), staging);
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

  private RunSummary.Simulated summary(Simulation.Outcome outcome) {
    Simulation simulation = outcome.simulation();
    SimulationInput input = simulation.input();
    RunResult result = outcome.result();
    return new RunSummary.Simulated(
        command,
        Instant.now(),
        software(simulation.plan()),
        options,
        simulation.seed().value(),
        simulation.noiseWords(),
        privacy(outcome, Optional.of(outcome.log().steps()).filter(steps -> !steps.isEmpty())),
        RunSummary.Data.of(input.data()),
        input.partition().table().stream().map(row -> site(row, input)).toList(),
        new RunSummary.Clusters(
            simulation.plan().clusters().toString(),
            outcome.lines().clusters().clusterCount(),
            outcome.lines().sizes()),
        result.rounds(),
        new RunSummary.Traffic(
            result.bytesOut(), result.bytesIn(), result.traffic(), outcome.log().rounds()),
        result.findings(),
        outcome.scores(),
        outcome.seconds());
  }

  private static RunSummary.Provenance provenance(Simulation.Outcome outcome) {
    Simulation simulation = outcome.simulation();
    StudyPlan plan = simulation.plan();
    return new RunSummary.Provenance(
        software(plan),
        Optional.empty(),
        Optional.empty(),
        plan.method(),
        Optional.of(plan.options().values()),
        plan.clusters().toString(),
        simulation.seed().value(),
        Optional.of(simulation.noiseWords()),
        privacy(outcome, Optional.empty()),
        simulation.input().partition().sites().size(),
        Optional.of(RunSummary.Data.of(simulation.input().data())));
  }

  private static ReportInput reportInput(Simulation.Outcome outcome) {
    SimulationInput input = outcome.simulation().input();
    return new ReportInput(
        outcome.simulation().plan(),
        outcome.result().model(),
        input.data().columns(),
        input.partition().sites().stream().map(Partition.Site::name).toList(),
        outcome.log(),
        Optional.of(
            new ReportInput.Held(
                input.data().records(),
                outcome.lines(),
                outcome.seen().lines(),
                outcome.seen().points())));
  }

  private static RunSummary.Software software(StudyPlan plan) {
    return new RunSummary.Software(Version.coterie(), Version.java(), NetworkEngine.describe(plan));
  }

  private static RunSummary.Privacy privacy(
      Simulation.Outcome outcome, Optional<List<RunSummary.Step>> steps) {
    Simulation simulation = outcome.simulation();
    return new PrivacySummary(simulation.plan())
        .after(outcome.log().spent(), Optional.of(simulation.noiseWords()), steps);
  }

  private static RunSummary.Site site(Partition.Row row, SimulationInput input) {
    return new RunSummary.Site(
        row.site(),
        row.records(),
        input
            .truth()
            .map(
                truth -> {
                  Map<String, Integer> counts = new LinkedHashMap<>();
                  for (int c = 0; c < row.strata().size(); c++) {
                    counts.put(truth.names().get(c), row.strata().get(c));
                  }
                  return counts;
                }));
  }
}
