package io.coterie.simulation;

import io.coterie.data.DataSet;
import io.coterie.federation.RunResult;
import io.coterie.json.Json;
import io.coterie.method.NetworkEngine;
import io.coterie.partition.Partition;
import io.coterie.report.PrivacySummary;
import io.coterie.report.ReportInput;
import io.coterie.report.RunLog;
import io.coterie.report.RunSummary;
import io.coterie.store.ModelFile;
import io.coterie.store.Version;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sums up a simulation that has ended, for its files.
 *
 * @param command simulate or demo
 * @param options as they took effect, by the names of the flags
 * @param simulation what was run
 * @param outcome how it ended
 */
record SimulationSummary(
    String command,
    Map<String, String> options,
    Simulation simulation,
    Simulation.Outcome outcome) {
  RunSummary.Simulated run() {
    RunResult result = outcome.result();
    RunLog log = outcome.log();
    return new RunSummary.Simulated(
        command,
        Instant.now(),
        software(),
        options,
        simulation.seed().value(),
        simulation.noiseWords(),
        privacy(Optional.of(log.steps()).filter(steps -> !steps.isEmpty())),
        RunSummary.Data.of(simulation.input().data()),
        simulation.partition().table().stream().map(this::site).toList(),
        new RunSummary.Clusters(
            simulation.plan().clusters().toString(),
            outcome.placement().clusters().clusterCount(),
            outcome.placement().sizes()),
        result.rounds(),
        new RunSummary.Traffic(result.bytesOut(), result.bytesIn(), result.traffic(), log.rounds()),
        result.findings(),
        outcome.scores(),
        outcome.seconds());
  }

  ModelFile model() {
    DataSet data = simulation.input().data();
    return new ModelFile(
        outcome.result().model(), data.kind(), data.columns(), Json.tree(provenance()));
  }

  ReportInput reportInput() {
    LabelTable placement = outcome.placement();
    return new ReportInput(
        simulation.plan(),
        outcome.result().model(),
        simulation.input().data().columns(),
        simulation.partition().sites().stream().map(Partition.Site::name).toList(),
        outcome.log(),
        Optional.of(
            new ReportInput.Held(
                simulation.input().data().records(),
                placement.rows(),
                placement.sites(),
                placement.clusters(),
                outcome.seen().lines(),
                outcome.seen().points())));
  }

  private RunSummary.Provenance provenance() {
    return new RunSummary.Provenance(
        software(),
        Optional.empty(),
        Optional.empty(),
        simulation.plan().method(),
        Optional.of(simulation.plan().options().values()),
        simulation.plan().clusters().toString(),
        simulation.seed().value(),
        Optional.of(simulation.noiseWords()),
        privacy(Optional.empty()),
        simulation.partition().sites().size(),
        Optional.of(RunSummary.Data.of(simulation.input().data())));
  }

  private RunSummary.Software software() {
    return new RunSummary.Software(
        Version.coterie(), Version.java(), NetworkEngine.describe(simulation.plan()));
  }

  private RunSummary.Privacy privacy(Optional<List<RunSummary.Step>> steps) {
    return new PrivacySummary(simulation.plan())
        .after(outcome.log().spent(), Optional.of(simulation.noiseWords()), steps);
  }

  private RunSummary.Site site(Partition.Row row) {
    return new RunSummary.Site(
        row.site(),
        row.records(),
        simulation
            .input()
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
