package io.coterie.bench.paper;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.bench.BenchData;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.BenchmarkRun;
import io.coterie.bench.Catalogue;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.CellResult;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.Grid;
import io.coterie.bench.LearningCurve;
import io.coterie.bench.Results;
import io.coterie.bench.Variant;
import io.coterie.bench.paper.PrivacyPictures.Line;
import io.coterie.bench.paper.PrivacyPictures.Sheet;
import io.coterie.math.Parallel;
import io.coterie.method.Methods;
import io.coterie.protocol.InputKind;
import io.coterie.store.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The benchmarks that end in pictures. */
public final class PictureBench {
  private static final int GRAPH_RECORDS = 600;
  private static final int GRAPH_SITES = 2;
  private static final int PRIVACY_RECORDS = 10_000;
  private static final int EMBEDDED_RECORDS = 10_000;

  private static final String MEANING =
      "Nearest record: the mean distance from a prototype to the site's nearest record, in units of"
          + " the mean\ndistance between a record and its nearest other record. Near or below 1 a"
          + " prototype is as good as a record.\n";

  private final DataLibrary library;
  private final BenchFolder folder;
  private final Parallel parallel;

  public PictureBench(DataLibrary library, BenchFolder folder, Parallel parallel) {
    this.library = library;
    this.folder = folder;
    this.parallel = parallel;
  }

  /**
   * What was drawn.
   *
   * @param text for a screen
   * @param files written
   * @param json the numbers behind it
   */
  public record Drawn(List<String> text, List<Path> files, ObjectNode json) {
    public Drawn {
      text = List.copyOf(text);
      files = List.copyOf(files);
    }
  }

  /** Draws the curves of a filled grid, one picture for each data set. */
  public static List<Path> curves(Grid grid, Results results, BenchFolder folder) {
    if (grid.name().equals(PaperCurves.COURSE)) {
      return courses(grid, results, folder);
    }
    List<Path> files = new ArrayList<>();
    Curves.of(grid, results)
        .forEach(
            (data, picture) ->
                files.add(folder.write("%s-%s.svg".formatted(grid.name(), data), picture)));
    return files;
  }

  /** Draws the course of each method on each data set, and writes what is drawn. */
  private static List<Path> courses(Grid grid, Results results, BenchFolder folder) {
    List<Path> files = new ArrayList<>();
    for (Grid.Row row : grid.rows()) {
      StringBuilder csv = new StringBuilder(CourseCurves.csvHeader());
      Optional<String> set = Optional.empty();
      for (BenchmarkRun cell :
          row.slots().stream().flatMap(slot -> slot.cell().stream()).toList()) {
        set = Optional.of(cell.entry().name());
        List<LearningCurve> courses = new ArrayList<>();
        for (long seed = 0; seed < results.seeds(); seed++) {
          LearningCurve course =
              results.of(cell, seed).map(CellResult::course).orElse(LearningCurve.none());
          csv.append(CourseCurves.csv(cell.variant().toString(), seed, course));
          courses.add(course);
        }
        if (courses.stream().anyMatch(course -> !course.points().isEmpty())) {
          String title = "%s on %s".formatted(cell.variant().title(), cell.entry().title());
          files.add(
              folder.write(
                  fileName(PaperCurves.COURSE, cell.entry(), cell.variant(), "svg"),
                  new CourseCurves(title, courses).draw()));
        }
      }
      set.ifPresent(
          name ->
              files.add(
                  folder.write("%s-%s.csv".formatted(PaperCurves.COURSE, name), csv.toString())));
    }
    return files;
  }

  private static String fileName(String what, Entry entry, Variant variant, String kind) {
    return "%s-%s-%s.%s"
        .formatted(what, entry.name(), variant.title().replaceAll("[^A-Za-z0-9.]+", "-"), kind);
  }

  /** Draws what methods that learn make of records. */
  public Drawn embeddings(Experiments.Setup setup) {
    List<Variant> variants =
        setup.methods().isEmpty()
            ? GridParts.variants("spp-fgc-plus", "spp-fgc-plus:encoder=vae-dec", GridParts.ALONE)
            : setup.methods();
    List<Path> files = new ArrayList<>();
    List<String> text = new ArrayList<>();
    ObjectNode json = Json.object().put("experiment", "embeddings");
    ArrayNode sets = json.putArray("sets");
    for (Entry entry : present(setup)) {
      BenchData data =
          library.read(entry, 0, setup.sample() == 0 ? EMBEDDED_RECORDS : setup.sample());
      EmbeddingPictures pictures =
          new EmbeddingPictures(data, setup.sites().orElse(entry.sites()), parallel);
      for (Variant variant : variants) {
        EmbeddingPictures.Sheet sheet = pictures.draw(variant);
        if (sheet.embeddings().isEmpty() && sheet.clusters().isEmpty()) {
          throw CoterieException.usage(
              "%s learns no features of %s in rounds, so there is nothing to draw; choose"
                      .formatted(variant.title(), entry.name())
                  + " spp-fgc-plus or f-dec with --methods, and images with --data.");
        }
        sheet
            .embeddings()
            .map(picture -> folder.write(fileName("embeddings", entry, variant, "png"), picture))
            .ifPresent(files::add);
        sheet
            .clusters()
            .map(picture -> folder.write(fileName("clusters", entry, variant, "png"), picture))
            .ifPresent(files::add);
        text.add(
            "%s  %s: %d rounds drawn, %d records"
                .formatted(
                    entry.title(), variant.title(), sheet.rounds().size(), data.records().rows()));
        sets.addObject()
            .put("data", entry.name())
            .put("method", variant.toString())
            .put("records", data.records().rows())
            .put("rounds_drawn", sheet.rounds().size());
      }
    }
    return new Drawn(text, files, json);
  }

  /** Draws private, fused and learned graphs. */
  public Drawn graphs(Experiments.Setup setup) {
    List<Path> files = new ArrayList<>();
    List<String> text = new ArrayList<>();
    ObjectNode json = Json.object().put("experiment", "graphs");
    ArrayNode sets = json.putArray("sets");
    for (Entry entry : present(setup)) {
      int sites = setup.sites().orElse(GRAPH_SITES);
      int sample = setup.sample() == 0 ? GRAPH_RECORDS : Math.min(setup.sample(), GRAPH_RECORDS);
      BenchData data = library.read(entry, 0, sample);
      files.add(
          folder.write(
              "graphs-%s.png".formatted(entry.name()),
              new GraphPictures(data, sites, parallel).draw()));
      text.add(
          "%s: graphs of %d records at %d sites, drawn in order of the true groups"
              .formatted(entry.title(), data.records().rows(), sites));
      sets.addObject()
          .put("data", entry.name())
          .put("records", data.records().rows())
          .put("sites", sites);
    }
    return new Drawn(text, files, json);
  }

  /** Draws what sites send. */
  public Drawn privacy(Experiments.Setup setup) {
    List<Variant> variants =
        setup.methods().isEmpty()
            ? Stream.of(
                    Variant.of("k-fed"),
                    Variant.of("spp-fgc"),
                    Variant.of("spp-fgc").with("epsilon", Double.toString(setup.epsilon())),
                    Variant.of(Methods.DEFAULT))
                .toList()
            : setup.methods();
    List<Path> files = new ArrayList<>();
    List<String> text = new ArrayList<>();
    ObjectNode json = Json.object().put("experiment", "privacy");
    ArrayNode rows = json.putArray("rows");
    StringBuilder markdown = new StringBuilder("# What the sites send (the paper's Fig. 6)\n");
    for (Entry entry : present(setup)) {
      if (!InputKind.parse(entry.kind()).isImage()) {
        throw CoterieException.usage(
            "%s has no images to draw; choose mnist, fashion-mnist, usps or coil20 with --data."
                .formatted(entry.name()));
      }
      BenchData data =
          library.read(entry, 0, setup.sample() == 0 ? PRIVACY_RECORDS : setup.sample());
      Sheet sheet =
          new PrivacyPictures(data, setup.sites().orElse(entry.sites()), parallel).draw(variants);
      Path picture = folder.write("privacy-%s.png".formatted(entry.name()), sheet.picture());
      files.add(picture);
      markdown.append(table(entry, sheet, picture));
      for (Line line : sheet.lines()) {
        text.add(
            String.format(
                Locale.ROOT,
                "%s  %s on %s: %d prototypes a site, nearest record at %.2f",
                entry.title(),
                line.method(),
                line.input(),
                line.prototypes(),
                line.nearness()));
        ObjectNode row =
            rows.addObject()
                .put("data", entry.name())
                .put("method", line.method())
                .put("input", line.input())
                .put("payload", line.payload())
                .put("prototypes", line.prototypes())
                .put("nearness", line.nearness());
        line.leastRecords().ifPresent(least -> row.put("least_records", least));
      }
    }
    markdown.append("\n").append(MEANING);
    text.add("");
    text.add(MEANING.strip());
    files.add(folder.write("privacy.md", markdown.toString()));
    files.add(folder.write("privacy.json", Json.text(json)));
    return new Drawn(text, files, json);
  }

  private static String table(Entry entry, Sheet sheet, Path picture) {
    StringBuilder text = new StringBuilder();
    text.append("\n## %s\n\n![](%s)\n\n".formatted(entry.title(), picture.getFileName()));
    text.append(
        """
        | method | input | message | prototypes a site | fewest records behind one | nearest record |
        |---|---|---|---|---|---|
        """);
    for (Line line : sheet.lines()) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %d | %s | %.2f |\n",
              line.method(),
              line.input(),
              line.payload(),
              line.prototypes(),
              line.leastRecords().map(least -> "%.0f".formatted(least)).orElse("not told"),
              line.nearness()));
    }
    return text.toString();
  }

  private List<Entry> present(Experiments.Setup setup) {
    List<Entry> sets =
        setup.data().isEmpty() ? List.of(Catalogue.builtIn().named("mnist")) : setup.data();
    for (Entry entry : sets) {
      if (!library.availability(entry).isPresent()) {
        throw CoterieException.badData(
            "%s is not there: %s.".formatted(entry.name(), library.availability(entry).remark()));
      }
    }
    return sets;
  }
}
