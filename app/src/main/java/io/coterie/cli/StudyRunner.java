package io.coterie.cli;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.Seconds;
import io.coterie.data.DataSet;
import io.coterie.data.LabelsWriter;
import io.coterie.math.Parallel;
import io.coterie.store.Json;
import io.coterie.store.ModelFile;
import io.coterie.store.Staging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs a simulation, tells its story and leaves its files.
 *
 * @param command the command's name
 * @param options as they took effect
 * @param out where the files are to appear
 * @param labelsFile the name of the file with the answer
 */
record StudyRunner(String command, ObjectNode options, Path out, String labelsFile) {
  StudyRunner {
    requireNonNull(options, "options is null");
    requireNonNull(out, "out is null");
  }

  void run(Simulation simulation, Staging staging, Parallel parallel, Console console) {
    Story story = new Story(console, simulation);
    story.begin();
    story.networks(parallel.threads());
    Simulation.Outcome outcome;
    try (Progress progress = console.progress()) {
      outcome = simulation.run(parallel, progress);
    }
    RunRecord record = new RunRecord(command, options, simulation, outcome);
    ObjectNode run = record.json();
    write(record, run, staging, parallel);
    staging.publishFolder();
    story.end(outcome);
    story.files(out, labelsFile);
    ObjectNode data = Json.object();
    data.setAll(run);
    data.putObject("files")
        .put("labels", out.resolve(labelsFile).toString())
        .put("model", out.resolve("model.json").toString())
        .put("run", out.resolve("run.json").toString())
        .put("report", out.resolve("report.html").toString());
    console.finish(data);
  }

  private void write(RunRecord record, ObjectNode run, Staging staging, Parallel parallel) {
    DataSet data = record.simulation().input().data();
    LabelsWriter.write(
        staging.file(labelsFile), record.outcome().placement().lines(data.positions()));
    try {
      new ModelFile(
              record.outcome().result().model(), data.kind(), data.columns(), record.provenance())
          .write(staging.file("model.json"));
      long start = System.nanoTime();
      ReportFiles.write(new RunReport(record, run).data(parallel), staging);
      run.withObject("/seconds").put("report", Seconds.since(start));
      ObjectNode document = Json.object().put("schema_version", Console.SCHEMA_VERSION);
      document.setAll(run);
      Files.writeString(staging.file("run.json"), Json.text(document));
    } catch (IOException e) {
      throw staging.unwritten(e);
    }
  }
}
