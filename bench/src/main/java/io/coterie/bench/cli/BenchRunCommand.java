package io.coterie.bench.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.Benchmark;
import io.coterie.bench.CellLog;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.Grid;
import io.coterie.bench.Report;
import io.coterie.bench.Results;
import io.coterie.bench.paper.Experiments;
import io.coterie.bench.paper.PictureBench;
import io.coterie.cli.Amounts;
import io.coterie.cli.Console;
import io.coterie.cli.OutputOptions;
import io.coterie.cli.Table;
import io.coterie.cli.Terminal;
import io.coterie.cli.Version;
import io.coterie.math.Parallel;
import io.coterie.store.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

@Command
final class BenchRunCommand implements Callable<Integer> {
  /** The options that a result depends on. */
  private static final Set<String> NUMBERS =
      Set.of("--data", "--methods", "--seeds", "--sites", "--sample", "--quick", "--epsilon");

  private final Terminal terminal;
  private final BenchExperiment experiment;

  @Spec CommandSpec spec;
  @Mixin BenchOptions options;
  @Mixin DataFolderOption folder;
  @Mixin OutputOptions output;

  BenchRunCommand(Terminal terminal, BenchExperiment experiment) {
    this.terminal = terminal;
    this.experiment = experiment;
  }

  @Override
  public Integer call() {
    Console console = output.console(terminal);
    DataLibrary library = folder.library();
    Experiments.Setup setup = options.setup();
    options.networks.prepareForAny();
    try (Parallel parallel = options.parallel()) {
      List<Grid> grids = experiment.grids(new Experiments(setup, library));
      if (grids.isEmpty()) {
        draw(setup, new PictureBench(library, new BenchFolder(options.out), parallel), console);
      } else {
        ObjectNode data = Json.object();
        List<ObjectNode> parts = new ArrayList<>();
        for (Grid grid : grids) {
          ObjectNode filled = fill(grid, library, parallel, parts, console);
          if (data.isEmpty()) {
            data.setAll(filled);
          } else {
            data.set(grid.name(), filled);
          }
        }
        finish(page().write(parts), data, console);
      }
    }
    return 0;
  }

  private BenchReport page() {
    return new BenchReport(new BenchFolder(options.out), experiment, command());
  }

  private ObjectNode fill(
      Grid grid, DataLibrary library, Parallel parallel, List<ObjectNode> parts, Console console) {
    int seeds = options.seedCount(experiment);
    Benchmark benchmark =
        new Benchmark(library, CellLog.open(options.out), parallel, Version.coterie());
    Results results;
    try (BenchProgress progress = new BenchProgress(console)) {
      results = benchmark.run(grid, seeds, redo(), progress);
    }
    Report report = new Report(grid, results, command(), Version.coterie());
    BenchFolder files = new BenchFolder(options.out);
    ObjectNode document = Json.object().put("schema_version", Console.SCHEMA_VERSION);
    document.setAll(report.json());
    List<Path> written = new ArrayList<>();
    written.add(files.write(grid.name() + ".md", report.markdown()));
    written.add(files.write(grid.name() + ".json", Json.text(document)));
    if (experiment.isCurve()) {
      written.addAll(PictureBench.curves(grid, results, files));
    }
    parts.add(page().table(report.json(), grid.corner(), report.failures(), written));
    console.title(grid.title());
    console.say("ACC/NMI, mean of %s".formatted(Amounts.count(seeds, "seed")), "");
    List<String> header = new ArrayList<>(List.of(grid.corner()));
    header.addAll(grid.columns());
    Table table = Table.withHeader(header);
    report.rows().forEach(table::row);
    console.say(table);
    console.say("");
    report.failures().forEach(console::warn);
    written.forEach(file -> console.say(file.toString()));
    ObjectNode data = report.json();
    ArrayNode list = data.putArray("files");
    written.forEach(file -> list.add(file.toString()));
    return data;
  }

  private void draw(Experiments.Setup setup, PictureBench pictures, Console console) {
    PictureBench.Drawn drawn =
        switch (experiment) {
          case GRAPHS -> pictures.graphs(setup);
          case EMBEDDINGS -> pictures.embeddings(setup);
          default -> pictures.privacy(setup);
        };
    console.say(drawn.text().toArray(String[]::new));
    console.say("");
    drawn.files().forEach(file -> console.say(file.toString()));
    ObjectNode data = drawn.json();
    ArrayNode list = data.putArray("files");
    drawn.files().forEach(file -> list.add(file.toString()));
    finish(page().write(List.of(page().drawn(drawn.text(), drawn.files()))), data, console);
  }

  private static void finish(Path page, ObjectNode data, Console console) {
    console.say("%s  all of it in pictures, for a browser".formatted(page));
    console.finish(data.put("report", page.toString()));
  }

  private Benchmark.Redo redo() {
    if (options.fresh) {
      return Benchmark.Redo.EVERYTHING;
    }
    return options.retry ? Benchmark.Redo.FAILURES : Benchmark.Redo.NOTHING;
  }

  /** Returns the words that repeat this run, without those that move no number. */
  private String command() {
    StringBuilder words = new StringBuilder("coterie bench " + experiment.word());
    for (OptionSpec option : spec.options()) {
      boolean counts = NUMBERS.contains(option.longestName());
      if (counts && spec.commandLine().getParseResult().hasMatchedOption(option)) {
        words.append(' ').append(option.longestName());
        Object value = option.getValue();
        if (value instanceof List<?> list) {
          words
              .append(' ')
              .append(list.stream().map(Object::toString).collect(Collectors.joining(",")));
        } else if (!(value instanceof Boolean)) {
          words.append(' ').append(value);
        }
      }
    }
    return words.toString();
  }
}
