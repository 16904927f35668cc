package io.coterie.bench.paper;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.CoterieException;
import io.coterie.bench.BenchData;
import io.coterie.bench.BenchFolder;
import io.coterie.bench.Catalogue.Entry;
import io.coterie.bench.DataLibrary;
import io.coterie.bench.ResultTable;
import io.coterie.bench.Variant;
import io.coterie.bench.paper.PrivacyPictures.Line;
import io.coterie.json.Json;
import io.coterie.math.Parallel;
import io.coterie.plan.InputKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The benchmarks that end in pictures: what they write, and what the page of the folder shows.
 *
 * <p>Not thread-safe; one instance draws one benchmark.
 */
public final class PictureBench {
  private static final int GRAPH_RECORDS = 600;
  private static final int GRAPH_SITES = 2;
  private static final int MOST_RECORDS = 10_000;

  private static final String MEANING =
      "Nearest record: the mean distance from a prototype to the site's nearest record, in units of"
          + " the mean\ndistance between a record and its nearest other record. Near or below 1 a"
          + " prototype is as good as a record.\n";

  private final Setup setup;
  private final GridParts parts;
  private final DataLibrary library;
  private final Parallel parallel;
  private final List<String> text = new ArrayList<>();
  private final List<ObjectNode> figures = new ArrayList<>();
  private final ArrayNode rows = Json.array();

  public PictureBench(Setup setup, DataLibrary library, Parallel parallel) {
    this.setup = setup;
    this.parts = new GridParts(setup, library);
    this.library = library;
    this.parallel = parallel;
  }

  /** What was drawn: text for a screen, figures for the page, and the numbers behind them. */
  public record Drawn(
      List<String> text, List<ObjectNode> figures, List<Path> files, ObjectNode json) {}

  public Drawn draw(Experiment experiment, BenchFolder folder) {
    ObjectNode json = Json.object().put("experiment", experiment.word());
    List<Path> files = new ArrayList<>();
    if (experiment == Experiment.PRIVACY) {
      json.set("rows", rows);
      files.add(folder.write("privacy.md", privacy()));
      files.add(folder.write("privacy.json", Json.text(json)));
    } else {
      json.set("sets", rows);
      present().forEach(experiment == Experiment.GRAPHS ? this::graphs : this::embeddings);
    }
    return new Drawn(text, figures, files, json);
  }

  private List<Entry> present() {
    List<Entry> sets = parts.data("mnist");
    for (Entry entry : sets) {
      if (!library.availability(entry).isPresent()) {
        throw CoterieException.badData(
            "%s is not there: %s.".formatted(entry.name(), library.availability(entry).remark()));
      }
    }
    return sets;
  }

  private BenchData read(Entry entry) {
    return library.read(entry, 0, setup.sample() == 0 ? MOST_RECORDS : setup.sample());
  }

  private void graphs(Entry entry) {
    int sites = setup.sites().orElse(GRAPH_SITES);
    int sample = setup.sample() == 0 ? GRAPH_RECORDS : Math.min(setup.sample(), GRAPH_RECORDS);
    BenchData data = library.read(entry, 0, sample);
    figures.addAll(new GraphPictures(data, sites, parallel).draw());
    text.add(
        "%s: graphs of %d records at %d sites, drawn in order of the true groups"
            .formatted(entry.title(), data.records().rows(), sites));
    rows.addObject()
        .put("data", entry.name())
        .put("records", data.records().rows())
        .put("sites", sites);
  }

  /** What methods that learn make of records. */
  private void embeddings(Entry entry) {
    BenchData data = read(entry);
    EmbeddingPictures pictures =
        new EmbeddingPictures(data, setup.sites().orElse(entry.sites()), parallel);
    for (Variant variant :
        parts.methods("spp-fgc-plus", "spp-fgc-plus:encoder=vae-dec", GridParts.ALONE)) {
      EmbeddingPictures.Sheet sheet = pictures.draw(variant);
      if (sheet.figures().isEmpty()) {
        throw CoterieException.usage(
            "%s learns no features of %s in rounds, so there is nothing to draw; choose"
                    .formatted(variant.title(), entry.name())
                + " spp-fgc-plus or f-dec with --methods, and images with --data.");
      }
      figures.addAll(sheet.figures());
      text.add(
          "%s  %s: %d rounds drawn, %d records"
              .formatted(entry.title(), variant.title(), sheet.rounds(), data.records().rows()));
      rows.addObject()
          .put("data", entry.name())
          .put("method", variant.toString())
          .put("records", data.records().rows())
          .put("rounds_drawn", sheet.rounds());
    }
  }

  private String privacy() {
    List<Variant> variants =
        parts.methods("k-fed", "spp-fgc", "spp-fgc:epsilon=" + setup.epsilon(), GridParts.GROUPS);
    StringBuilder markdown = new StringBuilder("# What the sites send (the paper's Fig. 6)\n");
    for (Entry entry : present()) {
      if (!InputKind.parse(entry.kind()).isImage()) {
        throw CoterieException.usage(
            "%s has no images to draw; choose mnist, fashion-mnist, usps or coil20 with --data."
                .formatted(entry.name()));
      }
      PrivacyPictures.Sheet sheet =
          new PrivacyPictures(read(entry), setup.sites().orElse(entry.sites()), parallel)
              .draw(variants);
      figures.addAll(sheet.figures());
      sheet.lines().forEach(line -> add(entry, line));
      markdown.append("\n").append(table(entry, sheet.lines()).markdown(6));
    }
    text.add("");
    text.add(MEANING.strip());
    return markdown.append("\n").append(MEANING).toString();
  }

  private void add(Entry entry, Line line) {
    text.add(
        String.format(
            Locale.ROOT,
            "%s  %s on %s: %d prototypes a site, nearest record at %.2f",
            entry.title(),
            line.method(),
            line.input(),
            line.prototypes(),
            line.nearness()));
    rows.addObject().put("data", entry.name()).setAll(Json.tree(line));
  }

  private static ResultTable table(Entry entry, List<Line> lines) {
    return new ResultTable(
        entry.title(),
        List.of(
            "method",
            "input",
            "message",
            "prototypes a site",
            "fewest records behind one",
            "nearest record"),
        lines.stream()
            .map(
                line ->
                    List.of(
                        line.method(),
                        line.input(),
                        line.payload(),
                        Integer.toString(line.prototypes()),
                        line.leastRecords()
                            .map(least -> "%.0f".formatted(least))
                            .orElse("not told"),
                        String.format(Locale.ROOT, "%.2f", line.nearness())))
            .toList());
  }
}
