package io.coterie.bench.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.Report;
import io.coterie.bench.paper.Experiment;
import io.coterie.bench.paper.PictureBench;
import io.coterie.json.Json;
import io.coterie.report.ReportData;
import io.coterie.report.ReportPage;
import io.coterie.store.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * The page of a folder of benchmarks. Each benchmark has a part of its own; one that is run again
 * replaces its earlier part, and the others stay.
 */
record BenchReport(BenchFolder folder, Experiment experiment, String command) {
  /** Returns the part of a filled table; its single runs stay in the table's own file. */
  ObjectNode table(Report report, List<ObjectNode> figures) {
    ObjectNode part = report.json();
    part.findParents("runs").forEach(cell -> ((ObjectNode) cell).remove("runs"));
    part.put("name", report.grid().name())
        .put("corner", report.grid().corner())
        .put("is_curve", experiment.isCurve() && figures.isEmpty());
    report.failures().forEach(part.putArray("failures")::add);
    return finished(part, figures);
  }

  ObjectNode drawn(PictureBench.Drawn drawn) {
    ObjectNode part = Json.object().put("name", experiment.word());
    part.put("title", experiment.description()).put("coterie", Version.coterie());
    drawn.text().forEach(part.putArray("text")::add);
    return finished(part, drawn.figures());
  }

  private ObjectNode finished(ObjectNode part, List<ObjectNode> figures) {
    part.put("command", command).put("finished_at", Instant.now().toString());
    part.putArray("figures").addAll(figures);
    return part;
  }

  /** Writes the page with some parts and those of other benchmarks that it had. */
  Path write(List<ObjectNode> parts) {
    ReportData data = ReportData.ofBenchmarks(parts, earlier());
    folder.write(ReportData.FILE, Json.text(data.json()));
    return folder.write(ReportPage.FILE, new ReportPage(data).html());
  }

  /** What cannot be read is made anew, part by part. */
  private ObjectNode earlier() {
    Path file = folder.path().resolve(ReportData.FILE);
    try {
      return ReportData.parse(Files.readString(file), file.toString()).json();
    } catch (IOException | CoterieException e) {
      return Json.object();
    }
  }
}
