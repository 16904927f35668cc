package io.coterie.bench.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.Benchmark;
import io.coterie.bench.CellLog;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.Grid;
import io.coterie.bench.Report;
import io.coterie.bench.ResultTable;
import io.coterie.bench.Results;
import io.coterie.bench.paper.CourseFigures;
import io.coterie.bench.paper.Experiment;
import io.coterie.bench.paper.PictureBench;
import io.coterie.bench.paper.Setup;
import io.coterie.cli.options.ConsoleCommand;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.store.Version;
import io.coterie.terminal.Console;
import io.coterie.terminal.Format;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command
final class BenchRunCommand extends ConsoleCommand {
  private static final Set<String> NUMBERS =
      Set.of("--data", "--methods", "--seeds", "--sites", "--sample", "--quick", "--epsilon");

  private final Experiment experiment;

  @Spec CommandSpec spec;
  @Mixin BenchOptions options;
  @Mixin DataFolderOption folder;

  BenchRunCommand(Experiment experiment) {
    this.experiment = experiment;
  }

  @Override
  protected int execute(Console console) {
    DataLibrary library = folder.library();
    Setup setup = options.setup();
    options.networks.prepareForAny();
    ObjectNode data = Json.object();
    List<ObjectNode> parts = new ArrayList<>();
    try (Parallel parallel = options.threads.parallel()) {
      List<Grid> grids = experiment.grids(setup, library);
      for (Grid grid : grids) {
        ObjectNode filled = fill(grid, library, parallel, parts, console);
        if (data.isEmpty()) {
          data.setAll(filled);
        } else {
          data.set(grid.name(), filled);
        }
      }
      if (grids.isEmpty()) {
        data = draw(new PictureBench(setup, library, parallel), parts, console);
      }
    }
    Path page = page().write(parts);
    console.say("%s  all of it in pictures, for a browser".formatted(page));
    console.finish(data.put("report", page.toString()));
    return 0;
  }

  private BenchFolder out() {
    return new BenchFolder(options.out);
  }

  private BenchReport page() {
    return new BenchReport(out(), experiment, Printing.command(spec, NUMBERS));
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
    Report report = new Report(grid, results, Printing.command(spec, NUMBERS), Version.coterie());
    CourseFigures courses = new CourseFigures(grid, results);
    parts.add(page().table(report, courses.figures()));
    ObjectNode document = Json.object().put("schema_version", Console.SCHEMA_VERSION);
    document.setAll(report.json());
    List<Path> files = new ArrayList<>();
    files.add(out().write(grid.name() + ".md", report.markdown()));
    files.add(out().write(grid.name() + ".json", Json.text(document)));
    files.addAll(courses.write(out()));
    console.title(grid.title());
    console.say("ACC/NMI, mean of %s".formatted(Format.count(seeds, "seed")), "");
    Printing.print(report.screen(), console);
    for (ResultTable costs : report.costScreens()) {
      console.say(costs.title(), "");
      Printing.print(costs, console);
    }
    report.failures().forEach(console::warn);
    return withFiles(report.json(), files, console);
  }

  private ObjectNode draw(PictureBench pictures, List<ObjectNode> parts, Console console) {
    PictureBench.Drawn drawn = pictures.draw(experiment, out());
    parts.add(page().drawn(drawn));
    console.say(drawn.text().toArray(String[]::new));
    console.say("");
    return withFiles(drawn.json(), drawn.files(), console);
  }

  private static ObjectNode withFiles(ObjectNode data, List<Path> files, Console console) {
    ArrayNode list = data.putArray("files");
    for (Path file : files) {
      console.say(file.toString());
      list.add(file.toString());
    }
    return data;
  }

  private Benchmark.Redo redo() {
    if (options.fresh) {
      return Benchmark.Redo.EVERYTHING;
    }
    return options.retry ? Benchmark.Redo.FAILURES : Benchmark.Redo.NOTHING;
  }
}
