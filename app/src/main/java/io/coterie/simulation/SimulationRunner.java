package io.coterie.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.Seconds;
import io.coterie.data.DataSet;
import io.coterie.federation.RunResult;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.method.Methods;
import io.coterie.method.NetworkEngine;
import io.coterie.method.verdict.Verdict;
import io.coterie.partition.Partition;
import io.coterie.plan.StudyPlan;
import io.coterie.report.ColumnShares;
import io.coterie.report.FindingWords;
import io.coterie.report.PrivacySummary;
import io.coterie.report.ReportData;
import io.coterie.report.ReportHead;
import io.coterie.report.ReportPage;
import io.coterie.report.RunSummary;
import io.coterie.store.AtomicOutput;
import io.coterie.store.ModelFile;
import io.coterie.store.Version;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import io.coterie.terminal.Progress;
import io.coterie.terminal.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Runs a simulation, prints what happens and leaves its files.
 *
 * @param options as they took effect, by the names of the flags
 * @param out where the files are to appear
 * @param labelsFile the name of the file with the answer
 * @param siteReports whether each site's own report is made, too
 */
public record SimulationRunner(
    String command, Map<String, String> options, Path out, String labelsFile, boolean siteReports) {
  /**
   * Runs it.
   *
   * @param exitCode by the findings
   * @return the exit code
   */
  public int run(
      Simulation simulation,
      AtomicOutput staging,
      Parallel parallel,
      Console console,
      ToIntFunction<Map<String, String>> exitCode) {
    Printer printer = new Printer(console, simulation);
    printer.begin();
    printer.networks(parallel.threads());
    Simulation.Outcome outcome;
    try (Progress progress = console.progress()) {
      outcome = simulation.run(parallel, progress);
    }
    RunSummary.Simulated run = summary(outcome);
    ObjectNode document = Json.tree(run);
    DataSet data = simulation.input().data();
    outcome
        .lines()
        .inInput(data.positions())
        .withIds(simulation.input().ids())
        .write(staging.file(labelsFile));
    try {
      new ModelFile(
              outcome.result().model(),
              data.kind(),
              data.columns(),
              data.specs(),
              Json.tree(provenance(outcome)))
          .write(staging.file("model.json"));
      long start = System.nanoTime();
      ReportHead head = ReportHead.of(run, simulation.plan(), simulation.secureNoise());
      ReportPage.write(ReportData.of(reportInput(outcome), head, parallel), staging);
      if (siteReports) {
        new SiteReports(outcome, run.finishedAt()).write(staging);
      }
      document.withObject("/seconds").put("report", Seconds.since(start));
      Files.writeString(
          staging.file("run.json"), Json.text(Json.versioned(Console.SCHEMA_VERSION, document)));
    } catch (IOException e) {
      throw staging.unwritten(e);
    }
    staging.publishFolder();
    printer.end(run);
    printer.files(out, labelsFile);
    document
        .putObject("files")
        .put("labels", out.resolve(labelsFile).toString())
        .put("model", out.resolve("model.json").toString())
        .put("run", out.resolve("run.json").toString())
        .put("report", out.resolve("report.html").toString());
    int code = exitCode.applyAsInt(run.findings());
    console.finish(document, code);
    return code;
  }

  private RunSummary.Simulated summary(Simulation.Outcome outcome) {
    Simulation simulation = outcome.simulation();
    Simulation.Input input = simulation.input();
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
        RunSummary.named(result.findings(), input.data().columns()),
        outcome.scores(),
        outcome.seconds(),
        ColumnShares.of(simulation.plan(), result.model(), input.data().columns()),
        fits(result, input.data()));
  }

  private static Map<String, List<String>> fits(RunResult result, DataSet data) {
    Map<String, List<String>> words = new LinkedHashMap<>();
    result.fits().forEach((site, fit) -> words.put(site, fit.words(data.columns()::get)));
    words.values().removeIf(List::isEmpty);
    return words;
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

  private static ReportData.Input reportInput(Simulation.Outcome outcome) {
    Simulation.Input input = outcome.simulation().input();
    return new ReportData.Input(
        outcome.simulation().plan(),
        outcome.result().model(),
        input.data().columns(),
        input.data().specs(),
        input.partition().sites().stream().map(Partition.Site::name).toList(),
        outcome.log(),
        Optional.of(
            new ReportData.Input.Held(
                input.data().records(), outcome.lines(), outcome.seen().lines())));
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

  private static RunSummary.Site site(Partition.Row row, Simulation.Input input) {
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

  /** Prints a simulation: who holds what, what happened, what came out. */
  private record Printer(Console console, Simulation simulation) {
    private static final int SHOWN_SITES = 20;
    private static final int SHOWN_CLASSES = 8;
    private static final int SHOWN_SIZES = 20;

    void begin() {
      DataSet data = simulation.input().data();
      console.say(
          "%s: %s, %s (%s)"
              .formatted(
                  data.name(),
                  Format.count(data.size(), "record"),
                  Format.count(data.columns().size(), "feature"),
                  data.kind()));
      data.guess().ifPresent(console::say);
      int dropped = data.positions().inputSize() - data.size();
      if (dropped > 0) {
        console.say("%s with missing values left out".formatted(Format.count(dropped, "record")));
      }
      console.say("");
      console.say(siteTable());
      int hidden = simulation.input().partition().table().size() - SHOWN_SITES;
      if (hidden > 0) {
        console.say("... and %s more, all in run.json".formatted(Format.count(hidden, "site")));
      }
      console.say("");
      PrivacySummary privacy = new PrivacySummary(simulation.plan());
      if (simulation.plan().privacy().isDp()) {
        Table facts = Table.ofFacts();
        privacy.begin(facts);
        console.say(facts, "");
      }
      int sites = simulation.input().partition().sites().size();
      privacy.warn(console, sites, sites);
    }

    /** Prints what networks compute on, where the method has any. */
    void networks(int threads) {
      int together = Math.min(threads, simulation.input().partition().sites().size());
      NetworkEngine.describe(simulation.plan())
          .ifPresent(
              words ->
                  console.say(
                      "networks: %s, %s at a time".formatted(words, Format.count(together, "site")),
                      ""));
    }

    private Table siteTable() {
      List<String> classes =
          simulation.input().truth().map(truth -> truth.names()).orElse(List.of());
      boolean showsClasses = !classes.isEmpty() && classes.size() <= SHOWN_CLASSES;
      List<String> header = new ArrayList<>(List.of("site", "records"));
      if (showsClasses) {
        header.addAll(classes);
      } else if (!classes.isEmpty()) {
        header.add("classes present");
      }
      Table table = Table.withHeader(header);
      for (Partition.Row row :
          simulation.input().partition().table().stream().limit(SHOWN_SITES).toList()) {
        List<String> cells = new ArrayList<>(List.of(row.site(), Integer.toString(row.records())));
        if (showsClasses) {
          row.strata().forEach(count -> cells.add(Integer.toString(count)));
        } else if (!classes.isEmpty()) {
          cells.add(Long.toString(row.strata().stream().filter(count -> count > 0).count()));
        }
        table.row(cells);
      }
      return table;
    }

    void end(RunSummary.Simulated run) {
      String method = simulation.plan().method();
      RunSummary.Traffic traffic = run.traffic();
      Table facts = Table.ofFacts();
      facts.row("method", "%s: %s".formatted(method, Methods.named(method).summary()));
      facts.row("clusters", clusters(run.clusters().found()));
      facts.row(
          Verdict.FINDING, run.findings().getOrDefault(Verdict.FINDING, FindingWords.NOT_TESTED));
      facts.row("sizes", sizes(run.clusters().sizes()));
      facts.row("rounds", rounds(run));
      facts.row(
          "left the sites",
          "%s, %s a site"
              .formatted(
                  Format.bytes(traffic.bytesOut()),
                  Format.bytes(traffic.bytesOut() / run.sites().size())));
      facts.row("reached the sites", Format.bytes(traffic.bytesIn()));
      facts.row("time", Format.seconds(run.seconds().run()));
      FindingWords.rows(facts, run.findings(), console.isVerbose());
      run.columns().flatMap(ColumnShares::most).ifPresent(words -> facts.row("columns", words));
      run.columns()
          .flatMap(ColumnShares::little)
          .ifPresent(words -> facts.row("little part", words));
      PrivacySummary privacy = new PrivacySummary(simulation.plan());
      facts.row("privacy", privacy.promise());
      privacy.sums().ifPresent(words -> facts.row("sums", words));
      run.privacy()
          .spent()
          .ifPresent(
              spent ->
                  facts.row(
                      "spent",
                      PrivacySummary.words(spent, run.privacy().steps().orElse(List.of()).size())));
      facts.row("noise", run.noise());
      console.say(facts, "");
      fits(run);
      console.say(ScoringSample.table(run.scores()));
      console.say("");
    }

    /** Prints which sites do not fit; between machines only their owners would see it. */
    private void fits(RunSummary.Simulated run) {
      Table table = Table.withHeader(List.of("site", "does not fit"));
      run.fits().forEach((site, words) -> words.forEach(line -> table.row(site, line)));
      if (!run.fits().isEmpty()) {
        console.say(table, "");
      }
    }

    /** The bars are for readers; programs read digits. */
    private String rounds(RunSummary.Simulated run) {
      List<Long> bytes =
          run.traffic().rounds().stream()
              .filter(round -> !round.isAnswer())
              .map(RunSummary.Round::bytesOut)
              .toList();
      return console.hasScreen()
          ? "%d  %s  bytes by round".formatted(run.rounds(), Format.bars(bytes))
          : Integer.toString(run.rounds());
    }

    private String clusters(int found) {
      return simulation.plan().clusters().isAuto()
          ? "%d, found; 'coterie suggest' shows the runners-up".formatted(found)
          : "%d, as asked for".formatted(found);
    }

    private static String sizes(List<Integer> sizes) {
      String shown =
          sizes.stream()
              .limit(SHOWN_SIZES)
              .map(size -> String.format(Locale.ROOT, "%d", size))
              .collect(Collectors.joining(", "));
      return sizes.size() <= SHOWN_SIZES
          ? shown
          : shown + " and %d more".formatted(sizes.size() - SHOWN_SIZES);
    }

    void files(Path out, String labelsFile) {
      Table files = Table.ofFacts();
      files.row(out.resolve("report.html").toString(), "the answer in pictures, for a browser");
      files.row(out.resolve(labelsFile).toString(), "the cluster of each record");
      files.row(out.resolve("model.json").toString(), "labels new records");
      files.row(out.resolve("run.json").toString(), "what was done, byte by byte");
      console.say(files, "");
      console.say(
          "Next: coterie predict --model %s --data NEW --out new-labels.csv"
              .formatted(out.resolve("model.json")));
    }
  }
}
