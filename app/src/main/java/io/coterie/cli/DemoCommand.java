package io.coterie.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.cli.options.RunOptions;
import io.coterie.data.DataReader;
import io.coterie.data.DataSet;
import io.coterie.data.ReadOptions;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.method.Methods;
import io.coterie.metrics.TrueLabels;
import io.coterie.partition.Partition;
import io.coterie.partition.Partitioner;
import io.coterie.partition.Partitioners;
import io.coterie.plan.ClusterCount;
import io.coterie.plan.PrivacyPlan;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.StudyPlan.InputPlan;
import io.coterie.plan.StudyPlan.MethodOptions;
import io.coterie.simulation.Simulation;
import io.coterie.simulation.SimulationRunner;
import io.coterie.store.AtomicOutput;
import io.coterie.terminal.Ansi;
import io.coterie.terminal.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description =
        "The main job on data that comes with the program: five simulated hospitals find the groups"
            + " in 569 tumours (wdbc) without showing each other a record.")
final class DemoCommand extends ConsoleCommand {
  private static final String DATA = "wdbc";
  private static final int SITES = 5;
  private static final int CLUSTERS = 2;
  private static final Seed SEED = new Seed(0);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "coterie-demo",
      description = "The folder for the files. Default: ${DEFAULT-VALUE}.")
  Path out;

  @Override
  protected int execute(Console console) {
    SimulationRunner runner = new SimulationRunner("demo", options(), out, "labels.csv", false);
    try (AtomicOutput staging = AtomicOutput.forFolder(out, isEarlierDemo(out));
        Parallel parallel = new RunOptions().parallel()) {
      console.say(
          console.paint(Ansi.BOLD, "Five hospitals want to know which groups their tumours form."),
          "None may show its records to another, so a coordinator gets totals over all of them.",
          "");
      runner.run(simulation(), staging, parallel, console, findings -> 0);
      console.say(
          "      coterie simulate --data YOUR.csv      the same with your own records",
          "      coterie --help                        everything else");
    }
    return 0;
  }

  private static Simulation simulation() {
    DataSet data = DataReader.read(DATA, ReadOptions.defaults());
    TrueLabels truth = TrueLabels.of(data.setAside().get("label"));
    Partition partition =
        Partitioners.parse("iid")
            .split(
                Partitioner.Input.of(data.size()).withStrata(truth.toArray()),
                SITES,
                SEED.child("partition"));
    return new Simulation(
        new Simulation.Input(data, Optional.of(truth), partition, List.of()),
        new StudyPlan(
            Methods.DEFAULT,
            ClusterCount.of(CLUSTERS),
            InputPlan.automatic(data.kind(), data.columns().size()),
            MethodOptions.none(),
            PrivacyPlan.totals()),
        SEED);
  }

  private static Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("data", DATA);
    options.put("method", Methods.DEFAULT);
    options.put("clusters", Integer.toString(CLUSTERS));
    options.put("sites", Integer.toString(SITES));
    options.put("partition", "iid");
    return options;
  }

  /** A demo gives the same answer each time, so one may replace another. */
  private static boolean isEarlierDemo(Path folder) {
    try {
      JsonNode run = Json.parse(Files.readString(folder.resolve("run.json")));
      return run.path("command").asText().equals("demo");
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }
}
