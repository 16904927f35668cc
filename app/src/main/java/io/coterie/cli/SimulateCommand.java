package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.cli.options.EngineOptions;
import io.coterie.cli.options.FormatOptions;
import io.coterie.cli.options.InputOptions;
import io.coterie.cli.options.MethodChoice;
import io.coterie.cli.options.NetworkOptions;
import io.coterie.cli.options.OutputDirOptions;
import io.coterie.cli.options.PrivacyOptions;
import io.coterie.cli.options.RunOptions;
import io.coterie.cli.options.SimulationInput;
import io.coterie.cli.options.SiteOptions;
import io.coterie.cli.options.SourceOptions;
import io.coterie.cli.options.StudyArgument;
import io.coterie.data.DataSet;
import io.coterie.federation.RecordEngine;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.plan.StudyPlan;
import io.coterie.simulation.Simulation;
import io.coterie.simulation.SimulationRunner;
import io.coterie.store.AtomicOutput;
import io.coterie.study.Study;
import io.coterie.study.file.StudyKeys;
import io.coterie.terminal.Console;
import io.coterie.terminal.Terminal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
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
      "  coterie simulate --data patients.csv --labels diagnosis --ignore id --partition column:ward",
      "  coterie simulate study.yaml --site north=north.csv --site south=south.csv"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final Set<String> NOT_RECORDED =
      Set.of(
          "--format",
          "--no-color",
          "--quiet",
          "--stacktrace",
          "--help",
          "--force",
          "--query",
          "--engine-property");

  private final Terminal terminal;

  @Spec CommandSpec spec;
  @Mixin StudyArgument argument;
  @Mixin SourceOptions source;
  @Mixin SiteOptions sites;

  @Option(
      names = "--site",
      paramLabel = "NAME=FILE",
      description = {
        "A site and its own records, once for each site, in place of --data and --partition."
      })
  List<String> files = new ArrayList<>();

  @Mixin MethodChoice method;
  @Mixin InputOptions input;
  @Mixin PrivacyOptions privacy;
  @Mixin RunOptions run;
  @Mixin EngineOptions engine;
  @Mixin NetworkOptions networks;

  @Option(
      names = "--secure-noise",
      description = {
        "Draw privacy noise from the operating system, as a real study does; the run cannot be",
        "repeated. Default: noise that --seed repeats, which is not private."
      })
  boolean secureNoise;

  @Mixin OutputDirOptions out;
  @Mixin FormatOptions output;

  SimulateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    Optional<Study> study = argument.study();
    checkFiles();
    if (engine.isStream()) {
      throw CoterieException.usage(
          "--engine stream is for join: a simulation holds all records at once. Leave it out.");
    }
    if (secureNoise && !engine.isLocal()) {
      throw CoterieException.usage(
          "--secure-noise goes with --engine local: a site that an engine lost would draw again.");
    }
    if (study.isEmpty()) {
      method.check(privacy.level());
      privacy.check();
    }
    sites.column();
    SimulationRunner runner =
        new SimulationRunner("simulate", options(study), out.out, out.labelsFile());
    try (AtomicOutput staging = AtomicOutput.forFolder(out.out, out.force);
        Parallel parallel = run.parallel()) {
      SimulationInput held = held(study);
      held.notes().forEach(console::say);
      StudyPlan plan = study.map(Study::plan).orElseGet(() -> plan(held));
      networks.prepare(plan);
      Seed seed = study.map(known -> new Seed(known.seed())).orElseGet(run::start);
      Optional<RecordEngine.Session> session = engine(plan);
      try {
        session.ifPresent(running -> console.say("the sites run on " + running.description()));
        runner.run(
            new Simulation(held.input(), held.partition(), plan, seed, secureNoise, session),
            staging,
            parallel,
            console);
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

  private SimulationInput held(Optional<Study> study) {
    if (study.isEmpty()) {
      return files.isEmpty()
          ? SimulationInput.dealt(source, sites, run.start())
          : SimulationInput.ofFiles(files, source, run.start());
    }
    return files.isEmpty()
        ? SimulationInput.dealt(study.get(), source, sites)
        : SimulationInput.ofFiles(study.get(), files, source);
  }

  private StudyPlan plan(SimulationInput held) {
    DataSet data = held.input().data();
    return method.plan(
        input.plan(data),
        privacy.plan(data.columns(), data.size(), held.partition().sites().size()),
        privacy.isStrict() ? null : privacy.epsilon);
  }

  // A query may hold a password as an address may, so neither is written down.
  private Map<String, String> options(Optional<Study> study) {
    Map<String, String> options = new LinkedHashMap<>();
    study.ifPresent(
        known -> {
          options.put("study", known.name());
          options.put("study-hash", known.hash());
        });
    for (OptionSpec option : spec.options()) {
      Object value = option.getValue();
      String name = option.longestName();
      boolean isInStudy = study.isPresent() && StudyKeys.byFlag().containsKey(name);
      if (value == null || isInStudy || NOT_RECORDED.contains(name)) {
        continue;
      }
      String text = value instanceof List<?> list ? join(list) : value.toString();
      if (!text.isEmpty()) {
        options.put(name.substring(2), text.startsWith("jdbc:") ? "jdbc:..." : text);
      }
    }
    return options;
  }

  private static String join(List<?> list) {
    return list.stream().map(Object::toString).collect(Collectors.joining(","));
  }
}
