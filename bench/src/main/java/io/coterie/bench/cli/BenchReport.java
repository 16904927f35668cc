package io.coterie.bench.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.bench.BenchFolder;
import io.coterie.cli.ReportFiles;
import io.coterie.cli.Version;
import io.coterie.report.ReportData;
import io.coterie.report.ReportPage;
import io.coterie.store.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * The page of a folder of benchmarks. Each benchmark has a part of its own; one that is run again
 * replaces its earlier part, and the others stay.
 *
 * @param folder of the benchmarks
 * @param experiment that was run
 * @param command the words that repeat it
 */
record BenchReport(BenchFolder folder, BenchExperiment experiment, String command) {
  /** Returns the part of a filled table; its single runs stay in the table's own file. */
  ObjectNode table(ObjectNode filled, String corner, List<String> failures, List<Path> files) {
    ObjectNode part = filled.deepCopy();
    part.put("name", part.path("experiment").asText()).put("corner", corner);
    part.findParents("runs").forEach(cell -> ((ObjectNode) cell).remove("runs"));
    part.put("is_curve", experiment.isCurve());
    ArrayNode lines = part.putArray("failures");
    failures.forEach(lines::add);
    return finished(part, files);
  }

  /** Returns the part of an experiment that ends in pictures. */
  ObjectNode drawn(List<String> text, List<Path> files) {
    ObjectNode part = Json.object().put("name", experiment.word());
    part.put("title", experiment.description()).put("coterie", Version.coterie());
    ArrayNode lines = part.putArray("text");
    text.forEach(lines::add);
    return finished(part, files);
  }

  private ObjectNode finished(ObjectNode part, List<Path> files) {
    part.put("command", command).put("finished_at", Instant.now().toString());
    ArrayNode pictures = part.putArray("pictures");
    for (Path file : files) {
      String name = file.getFileName().toString();
      String kind = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
      // Curves over the rows are drawn from their numbers.
      boolean isShown = kind.equals("png") || (kind.equals("svg") && !isDrawn(part));
      if (isShown) {
        pictures
            .addObject()
            .put("name", name.substring(0, name.lastIndexOf('.')).replace('-', ' '))
            .put(
                "data",
                "data:image/%s;base64,%s"
                    .formatted(kind.equals("svg") ? "svg+xml" : kind, base64(file)));
      }
    }
    return part;
  }

  private static boolean isDrawn(ObjectNode part) {
    return part.path("is_curve").asBoolean() && !part.path("name").asText().equals("course");
  }

  private static String base64(Path file) {
    try {
      return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the page with some parts and those of other benchmarks that it had. */
  Path write(List<ObjectNode> parts) {
    ReportData data = ReportData.ofBenchmarks(parts, earlier());
    folder.write(ReportFiles.DATA, Json.text(data.json()));
    return folder.write(ReportFiles.PAGE, new ReportPage(data).html());
  }

  /** What cannot be read is made anew, part by part. */
  private ObjectNode earlier() {
    Path file = folder.path().resolve(ReportFiles.DATA);
    try {
      return ReportData.parse(Files.readString(file), file.toString()).json();
    } catch (IOException | CoterieException e) {
      return Json.object();
    }
  }
}
