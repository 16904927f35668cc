package io.coterie.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.math.Parallel;
import io.coterie.partition.Partition;
import io.coterie.protocol.StudyPlan;
import io.coterie.store.Json;
import io.coterie.store.Staging;
import java.util.List;
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
      "  coterie simulate --data patients.csv --labels diagnosis --ignore id --partition column:ward"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final Set<String> NOT_RECORDED =
      Set.of("--format", "--no-color", "--quiet", "--stacktrace", "--help", "--force", "--query");

  private final Terminal terminal;

  @Spec CommandSpec spec;
  @Mixin SourceOptions source;
  @Mixin SiteOptions sites;
  @Mixin MethodChoice method;
  @Mixin InputOptions input;
  @Mixin PrivacyOptions privacy;
  @Mixin RunOptions run;

  @Option(
      names = "--secure-noise",
      description = {
        "Draw privacy noise from the operating system, as a real study does; the run cannot be",
        "repeated. Default: noise that --seed repeats, which is not private."
      })
  boolean secureNoise;

  @Mixin OutOptions out;
  @Mixin OutputOptions output;

  SimulateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    method.check(privacy.level());
    privacy.check();
    sites.column();
    StudyRunner runner = new StudyRunner("simulate", options(), out.out, out.labelsFile());
    try (Staging staging = Staging.forFolder(out.out, out.force);
        Parallel parallel = run.parallel()) {
      LabelledData data = source.read(run.start(), sites.column());
      Partition partition = sites.split(data, run.start());
      StudyPlan plan =
          method.plan(
              input.plan(data.data()),
              privacy.plan(data.data().columns(), data.data().size(), partition.sites().size()),
              privacy.isStrict() ? null : privacy.epsilon);
      Simulation simulation = new Simulation(data, partition, plan, run.start(), secureNoise);
      runner.run(simulation, staging, parallel, console);
    }
    return 0;
  }

  // A query may hold a password as an address may, so neither is written down.
  private ObjectNode options() {
    ObjectNode node = Json.object();
    for (OptionSpec option : spec.options()) {
      Object value = option.getValue();
      String name = option.longestName();
      if (value == null || NOT_RECORDED.contains(name)) {
        continue;
      }
      String text = value instanceof List<?> list ? join(list) : value.toString();
      if (!text.isEmpty()) {
        node.put(name.substring(2), text.startsWith("jdbc:") ? "jdbc:..." : text);
      }
    }
    return node;
  }

  private static String join(List<?> list) {
    return list.stream().map(Object::toString).collect(Collectors.joining(","));
  }
}
