package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.cli.options.Choice;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.EngineOptions;
import io.coterie.cli.options.FailOption;
import io.coterie.cli.options.NetworkOptions;
import io.coterie.cli.options.PlanOptions;
import io.coterie.cli.options.RunOptions;
import io.coterie.cli.options.SiteOptions;
import io.coterie.cli.options.SourceOptions;
import io.coterie.federation.RecordEngine;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.plan.StudyPlan;
import io.coterie.report.profile.FederatedProfile;
import io.coterie.simulation.ProfileSimulation;
import io.coterie.simulation.Simulation;
import io.coterie.simulation.SimulationRunner;
import io.coterie.store.AtomicOutput;
import io.coterie.study.Study;
import io.coterie.study.file.StudyKeys;
import io.coterie.terminal.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "simulate",
    description = {
      "A whole federation in one process: the records are dealt to simulated sites, which answer a"
          + " coordinator as they would over a network; every message is counted.",
      "A simulation's noise is repeatable and therefore not private, but with --secure-noise."
    },
    footer = {
      "",
      "Examples:",
      "  coterie simulate --data iris --clusters 3",
      "  coterie simulate --data patients.csv --labels diagnosis --ignore id --partition"
          + " column:ward",
      "  coterie simulate study.yaml --site north=north.csv --site south=south.csv"
    })
final class SimulateCommand extends ConsoleCommand {
  private static final Set<String> NOT_RECORDED =
      Set.of(
          "--format",
          "--no-color",
          "--quiet",
          "--verbose",
          "--stacktrace",
          "--help",
          "--force",
          "--query",
          "--engine-property");

  @Spec CommandSpec spec;
  @Mixin SourceOptions source;
  @Mixin SiteOptions sites;

  @Option(
      names = "--site",
      paramLabel = "NAME=FILE",
      description = {
        "A site and its own records, once for each site, in place of --data and --partition."
      })
  List<String> files = new ArrayList<>();

  @Option(
      names = "--mapping",
      paramLabel = "[NAME=]FILE",
      description = {
        "With a study: how the columns of the records become the study's, of --data, or of one",
        "--site, as north=mapping.yaml."
      })
  List<String> mappings = new ArrayList<>();

  @Mixin PlanOptions.StudyFile studyFile;
  @Mixin PlanOptions flags;
  @Mixin RunOptions run;
  @Mixin FailOption fail;
  @Mixin EngineOptions engine;
  @Mixin NetworkOptions networks;

  @Option(
      names = "--secure-noise",
      description = {
        "Draw privacy noise from the operating system, as a real study does; the run cannot be",
        "repeated. Default: noise that --seed repeats, which is not private."
      })
  boolean secureNoise;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "coterie-out",
      description =
          "The folder for report.html, labels, model.json, run.json. Default: ${DEFAULT-VALUE}.")
  Path out;

  @Option(names = "--force", description = "Replace the files of an earlier run in that folder.")
  boolean force;

  @Option(
      names = "--site-reports",
      description = {
        "Also write the report that each site would have of its own records, in site-reports/SITE."
      })
  boolean siteReports;

  @Option(
      names = "--labels-format",
      paramLabel = "csv|parquet",
      defaultValue = "csv",
      description = "Write labels.csv or labels.parquet. Default: ${DEFAULT-VALUE}.")
  String labelsFormat;

  @Override
  protected int execute(Console console) {
    Optional<Study> study = studyFile.study();
    checkFiles();
    SiteOptions.requireStudy(study, mappings);
    if (engine.isStream()) {
      throw CoterieException.usage(
          "--engine stream is for join: a simulation holds all records at once. Leave it out.");
    }
    if (secureNoise && !engine.isLocal()) {
      throw CoterieException.usage(
          "--secure-noise goes with --engine local: a site that an engine lost would draw again.");
    }
    if (study.isEmpty()) {
      flags.check();
    }
    sites.column();
    String labels = "labels." + Choice.of("--labels-format", labelsFormat, "csv", "parquet");
    SimulationRunner runner =
        new SimulationRunner("simulate", options(study), out, labels, siteReports);
    try (AtomicOutput staging = AtomicOutput.forFolder(out, force);
        Parallel parallel = run.parallel()) {
      Simulation.Input input = study.map(this::input).orElseGet(() -> input(console));
      input.notes().forEach(console::say);
      StudyPlan plan = study.map(Study::plan).orElseGet(() -> plan(input));
      fail.check(plan);
      networks.prepare(plan);
      Seed seed = study.map(known -> new Seed(known.seed())).orElseGet(run::start);
      Optional<RecordEngine.Session> session = engine(plan);
      try {
        session.ifPresent(running -> console.say("the sites run on " + running.description()));
        Simulation simulation = new Simulation(input, plan, seed, secureNoise, session);
        if (study.isPresent() && study.get().isProfile()) {
          new ProfileSimulation(answer -> FederatedProfile.of(study.get(), answer), out)
              .run(simulation, staging, parallel, console);
        } else {
          return runner.run(
              simulation, staging, parallel, console, found -> fail.exitCode(found, console));
        }
      } finally {
        session.ifPresent(RecordEngine.Session::close);
      }
    }
    return 0;
  }

  private Optional<RecordEngine.Session> engine(StudyPlan plan) {
    if (engine.isLocal()) {
      return Optional.empty();
    }
    if (!Methods.of(plan).isClustering()) {
      throw CoterieException.usage(
          "A profile is of records that this process holds; leave --engine out.");
    }
    if (Methods.of(plan).usesNetworks(plan)) {
      throw CoterieException.usage(
          "Method %s has networks, which --engine %s does not carry; leave --engine out."
              .formatted(plan.method(), engine.engine));
    }
    return Optional.of(engine.start());
  }

  private void checkFiles() {
    if (files.isEmpty()) {
      source.data();
      return;
    }
    for (String other : List.of("--data", "--partition", "--sites", "--query")) {
      if (spec.commandLine().getParseResult().hasMatchedOption(other)) {
        throw CoterieException.usage(
            "--site gives each site its own file, so %s has no place beside it; leave it out."
                .formatted(other));
      }
    }
  }

  private Simulation.Input input(Console console) {
    return files.isEmpty()
        ? sites.dealt(source, run.start(), console)
        : SiteOptions.ofFiles(files, source, run.start(), console);
  }

  private Simulation.Input input(Study study) {
    return files.isEmpty()
        ? sites.dealt(source, mappings, study)
        : SiteOptions.ofFiles(files, source, mappings, study);
  }

  private StudyPlan plan(Simulation.Input input) {
    return flags.plan(input.data(), input.data().size(), input.partition().sites().size());
  }

  // A query may hold a password as an address may, so neither is written down.
  private Map<String, String> options(Optional<Study> study) {
    Map<String, String> options = new LinkedHashMap<>();
    study.ifPresent(
        known -> {
          options.put("study", known.name());
          options.put("study-hash", known.hash());
          options.put("study-file", studyFile.name());
        });
    for (OptionSpec option : spec.options()) {
      Object value = option.getValue();
      String name = option.longestName();
      boolean isInStudy = study.isPresent() && StudyKeys.byFlag().containsKey(name);
      if (value == null || isInStudy || NOT_RECORDED.contains(name)) {
        continue;
      }
      String text =
          value instanceof List<?> list
              ? list.stream().map(Object::toString).collect(Collectors.joining(","))
              : value.toString();
      if (!text.isEmpty()) {
        options.put(name.substring(2), text.startsWith("jdbc:") ? "jdbc:..." : text);
      }
    }
    return options;
  }
}
