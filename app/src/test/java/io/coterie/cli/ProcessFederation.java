package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.testing.FreePort;
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
import java.util.zip.GZIPInputStream;

/**
 * A coordinator and its sites on loopback, each a process with a folder of its own and a
 * certificate of {@code coterie provision}. The records of iris are dealt to the sites in turn.
 * Whatever is alive at the end is killed.
 */
final class ProcessFederation implements AutoCloseable {
  static final String STUDY = "flowers";

  final Path folder;
  final List<String> sites;
  final int port;
  private final Path study;
  private final List<CoterieProcess> started = new ArrayList<>();

  /**
   * Makes the folders.
   *
   * @param sites by name
   * @param participation lines of the study under participation
   * @param privacy the study's privacy, in one line
   */
  ProcessFederation(Path folder, List<String> sites, String participation, String privacy)
      throws IOException {
    this.folder = Files.createDirectories(folder);
    this.sites = sites;
    this.port = FreePort.next();
    this.study = Files.writeString(folder.resolve("study.yaml"), text(participation, privacy));
    deal();
    ok(
        CommandRun.of(
            "provision",
            "--sites",
            String.join(",", sites),
            "--address",
            "127.0.0.1:" + port,
            "--out",
            folder.resolve("trust")));
    if (privacy.contains("component")) {
      for (String site : sites) {
        Files.writeString(home(site).resolve("policy.yaml"), "levels: [component]\n");
      }
    }
    if (privacy.contains("epsilon")) {
      for (String site : sites) {
        ok(
            CommandRun.of(
                "budget",
                "set",
                "--source",
                data(site),
                "--epsilon",
                20,
                "--delta",
                1e-5,
                "--ledger-dir",
                ledgers(site)));
      }
    }
  }

  private String text(String participation, String privacy) {
    return """
        study: flowers
        method: %s
        clusters: 3
        seed: 7
        schema:
          columns:
            - {name: sepal_length_cm, lower: 0, upper: 8}
            - {name: sepal_width_cm, lower: 0, upper: 8}
            - {name: petal_length_cm, lower: 0, upper: 8}
            - {name: petal_width_cm, lower: 0, upper: 8}
        participation:
          sites: [%s]
        %sprivacy: {%s}
        """
        .formatted(
            privacy.contains("component") ? "anchor-graph:groups" : "anchor-graph",
            String.join(", ", sites),
            participation.indent(2),
            privacy);
  }

  private static CommandRun ok(CommandRun run) {
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private void deal() throws IOException {
    List<String> lines = iris();
    for (int site = 0; site < sites.size(); site++) {
      List<String> own = new ArrayList<>(lines.subList(0, 1));
      for (int i = site + 1; i < lines.size(); i += sites.size()) {
        own.add(lines.get(i));
      }
      Files.write(data(sites.get(site)), own);
    }
  }

  private static List<String> iris() throws IOException {
    try (InputStream packed = Main.class.getResourceAsStream("/io/coterie/data/iris.csv.gz")) {
      byte[] text = new GZIPInputStream(packed).readAllBytes();
      return new String(text, StandardCharsets.UTF_8).lines().toList();
    }
  }

  Path data(String site) {
    return folder.resolve(site + ".csv");
  }

  Path ledgers(String site) {
    return folder.resolve("ledger-" + site);
  }

  Path home(String site) {
    return folder.resolve("trust/site-" + site);
  }

  Path coordinatorHome() {
    return folder.resolve("trust/coordinator");
  }

  CoterieProcess serve() throws IOException {
    return coordinator("serve");
  }

  CoterieProcess resume() throws IOException {
    return coordinator("resume");
  }

  private CoterieProcess coordinator(String command) throws IOException {
    List<String> words =
        List.of(
            command,
            study.toString(),
            "--home",
            coordinatorHome().toString(),
            "--address",
            "127.0.0.1:" + port,
            "--threads",
            "1");
    return start("coordinator", words);
  }

  /** Starts a site, or starts it again. */
  CoterieProcess join(String site, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "join",
                "--home",
                home(site).toString(),
                "--data",
                data(site).toString(),
                "--ledger-dir",
                ledgers(site).toString(),
                "--threads",
                "1",
                "--yes",
                "--repeatable-noise"));
    words.addAll(Arrays.asList(more));
    if (!words.contains("--patience")) {
      words.addAll(List.of("--patience", "10m"));
    }
    return start("site-" + site, words);
  }

  CoterieProcess start(String log, List<String> words) throws IOException {
    CoterieProcess process = CoterieProcess.start(folder.resolve(log + ".log"), words);
    started.add(process);
    return process;
  }

  Map<String, CoterieProcess> joinAll() throws IOException {
    Map<String, CoterieProcess> joined = new LinkedHashMap<>();
    for (String site : sites) {
      joined.put(site, join(site));
    }
    return joined;
  }

  /** Returns the clusters that a site got, in the order of its records; none if it got none. */
  List<String> labels(String site) throws IOException {
    Path file = home(site).resolve("results").resolve(STUDY).resolve("labels.csv");
    return Files.exists(file) ? column(Files.readAllLines(file), 1) : List.of();
  }

  Map<String, List<String>> labels() throws IOException {
    Map<String, List<String>> labels = new LinkedHashMap<>();
    for (String site : sites) {
      labels.put(site, labels(site));
    }
    return labels;
  }

  String runJson() throws IOException {
    return Files.readString(
        coordinatorHome().resolve("results").resolve(STUDY).resolve("run.json"));
  }

  /** Returns the clusters of the same study in one process. */
  Map<String, List<String>> simulated() throws IOException {
    List<Object> words = new ArrayList<>(List.of("simulate", study));
    for (String site : sites) {
      words.addAll(List.of("--site", site + "=" + data(site)));
    }
    Path out = folder.resolve("simulated");
    words.addAll(List.of("--out", out));
    ok(CommandRun.of(words.toArray()));
    List<String> lines = Files.readAllLines(out.resolve("labels.csv"));
    Map<String, List<String>> labels = new LinkedHashMap<>();
    for (String site : sites) {
      labels.put(
          site,
          column(
              lines.stream().filter(line -> line.split(",", -1)[1].equals(site)).toList(), 2, 0));
    }
    return labels;
  }

  private static List<String> column(List<String> lines, int column) {
    return column(lines, column, 1);
  }

  private static List<String> column(List<String> lines, int column, int skip) {
    return lines.stream().skip(skip).map(line -> line.split(",", -1)[column]).toList();
  }

  /** Returns what everybody has said, for the message of a test that fails. */
  String story() {
    StringBuilder story = new StringBuilder();
    try {
      for (String name : List.of("coordinator", "sites")) {
        List<String> logs =
            name.equals("sites")
                ? sites.stream().map(site -> "site-" + site).toList()
                : List.of(name);
        for (String log : logs) {
          Path file = folder.resolve(log + ".log");
          if (Files.exists(file)) {
            story.append("\n--- ").append(log).append('\n').append(Files.readString(file));
          }
        }
      }
    } catch (IOException e) {
      story.append(e);
    }
    return story.toString();
  }

  @Override
  public void close() {
    started.forEach(CoterieProcess::close);
  }
}
