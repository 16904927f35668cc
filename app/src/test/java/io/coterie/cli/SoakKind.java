package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** The kinds of studies that are kept going: every kind of sum, two tables, three or four sites. */
enum SoakKind {
  ANCHORS_TOTALS("iris", 3, 3, "anchor-graph", "level: totals"),
  ANCHORS_STRICT("iris", 3, 3, "anchor-graph", "epsilon: 2, public-records: 100, delta: 1e-5"),
  K_FED("iris", 4, 3, "k-fed", "level: component, accept-group-disclosure: true, sums: plain"),
  SPP_FGC_PLAIN(
      "wdbc", 4, 2, "spp-fgc", "level: component, accept-group-disclosure: true, sums: plain"),
  SPP_FGC_MASKED("iris", 4, 3, "spp-fgc", "level: component, accept-group-disclosure: true"),
  DSC_MASKED("iris", 3, 3, "dsc", "level: component, accept-group-disclosure: true");

  static final List<String> ALL_SITES = List.of("a", "b", "c", "d");

  private static final int LARGEST_OF_IRIS = 8;

  private final String table;
  private final int sites;
  private final int clusters;
  private final String method;
  private final String privacy;

  SoakKind(String table, int sites, int clusters, String method, String privacy) {
    this.table = table;
    this.sites = sites;
    this.clusters = clusters;
    this.method = method;
    this.privacy = privacy;
  }

  /**
   * What a study of a kind needs, and what it must find.
   *
   * @param study its file
   * @param records the file of each site
   * @param labels the clusters of each site's records, by a simulation
   */
  record Material(Path study, Map<String, Path> records, Map<String, List<String>> labels) {}

  List<String> sites() {
    return ALL_SITES.subList(0, sites);
  }

  boolean isDp() {
    return privacy.startsWith("epsilon");
  }

  /** Writes the files and simulates the study. */
  Material prepare(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<String> lines = lines();
    Path study = Files.writeString(folder.resolve("study.yaml"), text(lines.get(0)));
    Map<String, Path> records = new LinkedHashMap<>();
    for (int site = 0; site < sites; site++) {
      List<String> own = new ArrayList<>(lines.subList(0, 1));
      for (int i = site + 1; i < lines.size(); i += sites) {
        own.add(lines.get(i));
      }
      String name = ALL_SITES.get(site);
      records.put(name, Files.write(folder.resolve(name + ".csv"), own));
    }
    return new Material(study, records, simulate(folder, study, records));
  }

  private List<String> lines() throws IOException {
    try (InputStream packed =
        Main.class.getResourceAsStream("/io/coterie/data/" + table + ".csv.gz")) {
      byte[] text = new GZIPInputStream(packed).readAllBytes();
      return new String(text, StandardCharsets.UTF_8).lines().toList();
    }
  }

  private String text(String header) {
    List<String> columns = Arrays.asList(header.split(",", -1));
    String bounds = isDp() ? ", lower: 0, upper: " + LARGEST_OF_IRIS : "";
    return """
        study: soak
        method: %s
        clusters: %d
        seed: 7
        schema:
          columns: [%s]
        participation:
          sites: [%s]
          join-within: 10h
          answer-within: 10m
        privacy: {%s}
        """
        .formatted(
            method,
            clusters,
            columns.subList(0, columns.size() - 1).stream() // the last is the label
                .map(column -> "{name: %s%s}".formatted(column, bounds))
                .collect(Collectors.joining(", ")),
            String.join(", ", sites()),
            privacy);
  }

  private static Map<String, List<String>> simulate(
      Path folder, Path study, Map<String, Path> records) throws IOException {
    List<Object> words = new ArrayList<>(List.of("simulate", study));
    records.forEach((site, file) -> words.addAll(List.of("--site", site + "=" + file)));
    Path out = folder.resolve("simulated");
    words.addAll(List.of("--out", out));
    CommandRun run = CommandRun.of(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, List<String>> labels = new LinkedHashMap<>();
    records.keySet().forEach(site -> labels.put(site, new ArrayList<>()));
    for (String line : Files.readAllLines(out.resolve("labels.csv"))) {
      String[] cells = line.split(",", -1);
      if (labels.containsKey(cells[1])) {
        labels.get(cells[1]).add(cells[2]);
      }
    }
    return labels;
  }
}
