package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.OperatorFile;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.json.Json;
import io.coterie.math.Matrix;
import io.coterie.study.FlowerStudy;
import io.coterie.testing.Await;
import io.coterie.testing.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user who filters labels by the number of a cluster in a report gets the records of this
 * cluster: labels, predictions, model, run file, reports and live pages have the same number for
 * it. Skipped, and said so, where there is no Chromium.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NumbersAgreeBrowserIT {
  private static final List<String> SITES = List.of("a", "b", "c");
  private static final int PETAL_LENGTH = 2;

  /** A coordinator knows groups of records, and no label. */
  private static final int ABOUT = 2;

  /** One table has all clusters, or each cluster has a table, which begins with its name. */
  private static final String SHOWN_MEAN =
      """
      (c) => {
        const rows = (root) => [...root.querySelectorAll("tr")]
          .map((row) => [...row.cells].map((cell) => cell.textContent.trim()))
          .filter((cells) => cells[0].startsWith("petal_length"));
        const own = [...document.querySelectorAll("table")]
          .filter((table) => table.caption && table.caption.textContent.startsWith(Coterie.clusterName(c) + ":"));
        return own.length > 0 ? rows(own[0])[0][1] : rows(document).find((cells) => cells.length >= 5)[2 + c];
      }
      """;

  @TempDir private static Path folder;

  private static LivePage page;
  private static Browser browser;
  private static Matrix iris;

  @BeforeAll
  static void open() throws Exception {
    page = LivePage.open(folder.resolve("profile"));
    browser = page.browser();
    iris = DataReader.read("iris", ReadOptions.defaults()).records();
    write("all", 0, 1);
    for (int s = 0; s < SITES.size(); s++) {
      write(SITES.get(s), s, SITES.size());
    }
  }

  @AfterAll
  static void close() {
    if (page != null) {
      page.close();
    }
  }

  /** Writes every so many records, each with an id. */
  private static void write(String name, int first, int step) throws IOException {
    StringBuilder text =
        new StringBuilder("id,sepal_length,sepal_width,petal_length,petal_width\n");
    for (int i = first; i < iris.rows(); i += step) {
      text.append(id(i));
      for (int j = 0; j < iris.columns(); j++) {
        text.append(',').append(iris.at(i, j));
      }
      text.append('\n');
    }
    Files.writeString(folder.resolve(name + ".csv"), text);
  }

  private static String id(int record) {
    return "F%03d".formatted(record);
  }

  private static CommandRun run(Object... words) {
    CommandRun run = CommandRun.of(words);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  /** Returns the cluster of each id. */
  private static Map<String, Integer> clusters(Path labels) throws IOException {
    List<String> lines = Files.readAllLines(labels);
    List<String> header = Arrays.asList(lines.get(0).split(",", -1));
    Map<String, Integer> clusters = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      clusters.put(cells[header.indexOf("id")], Integer.parseInt(cells[header.indexOf("cluster")]));
    }
    return clusters;
  }

  /** Returns the sizes of clusters 1, 2 and so on. */
  private static List<Integer> sizes(Map<String, Integer> clusters) {
    Map<Integer, Integer> counts = new TreeMap<>();
    clusters.values().forEach(cluster -> counts.merge(cluster, 1, Integer::sum));
    assertThat(counts.keySet()).containsExactly(1, 2, 3);
    return List.copyOf(counts.values());
  }

  private static List<Integer> numbers(JsonNode array) {
    List<Integer> numbers = new ArrayList<>();
    array.forEach(number -> numbers.add(number.asInt()));
    return numbers;
  }

  private static JsonNode json(Path file) throws IOException {
    return Json.parse(Files.readString(file));
  }

  /** Returns the sizes that a page shows, by the number in the name of each cluster. */
  private static List<Integer> shownSizes(Browser shown) throws Exception {
    JsonNode rows =
        shown.evaluate(
            "[...document.querySelectorAll('ol.sizes li')].map(li => [li.querySelector('.size-name').textContent,"
                + " parseInt(li.querySelector('.size-number').firstChild.textContent)])");
    Map<Integer, Integer> sizes = new TreeMap<>();
    rows.forEach(
        row ->
            sizes.put(
                Integer.parseInt(row.get(0).asText().replaceAll("\\D", "")), row.get(1).asInt()));
    assertThat(sizes.keySet()).containsExactly(1, 2, 3);
    return List.copyOf(sizes.values());
  }

  /** Returns the rows of the table of sizes in a report: a name, a size for each cluster, all. */
  private static JsonNode sizesInReport() throws Exception {
    return browser.evaluate(
        "[...document.querySelectorAll('#sizes table tr')].map(r => [...r.cells].map(c => c.textContent.trim()))");
  }

  /** Checks the means of one column by cluster: sizes could agree by chance. */
  private static void requireMeans(Map<String, Integer> clusters) throws Exception {
    double[] sums = new double[3];
    int[] counts = new int[3];
    for (int i = 0; i < iris.rows(); i++) {
      int cluster = clusters.get(id(i)) - 1;
      sums[cluster] += iris.at(i, PETAL_LENGTH);
      counts[cluster]++;
    }
    for (int c = 0; c < 3; c++) {
      double shown =
          Double.parseDouble(
              browser
                  .evaluate("(%s)(%d)".formatted(SHOWN_MEAN, c))
                  .asText()
                  .replaceAll("^[^0-9-]*(-?[0-9.]+).*", "$1"));
      assertThat(shown)
          .as("petal_length of cluster %d", c + 1)
          .isCloseTo(sums[c] / counts[c], within(0.25));
    }
  }

  @Test
  void everyFileOfASimulationHasTheSameNumbers() throws Exception {
    Path out = folder.resolve("out");
    CommandRun simulated =
        run(
            "simulate",
            "--data",
            folder.resolve("all.csv"),
            "--id",
            "id",
            "--clusters",
            3,
            "--out",
            out);
    Map<String, Integer> clusters = clusters(out.resolve("labels.csv"));
    List<Integer> sizes = sizes(clusters);
    assertThat(clusters).hasSize(150);
    assertThat(numbers(json(out.resolve("run.json")).at("/clusters/sizes"))).isEqualTo(sizes);
    assertThat(simulated.out())
        .containsPattern("sizes +%d, %d, %d".formatted(sizes.get(0), sizes.get(1), sizes.get(2)));
    assertThat(json(out.resolve("model.json")).at("/provenance/clusters").asText()).isEqualTo("3");

    Path predicted = folder.resolve("predicted.csv");
    CommandRun again =
        run(
            "predict",
            "--model",
            out.resolve("model.json"),
            "--data",
            folder.resolve("all.csv"),
            "--id",
            "id",
            "--out",
            predicted);
    assertThat(clusters(predicted)).isEqualTo(clusters);
    for (int c = 0; c < 3; c++) {
      assertThat(again.out())
          .containsPattern("(?m)^ *%d\\b.* %d\\b".formatted(c + 1, sizes.get(c)));
    }

    browser.openReport(out, 1440);
    for (int c = 0; c < 3; c++) {
      assertThat(browser.series("sizes-by-site", c).get(0).asInt()).isEqualTo(sizes.get(c));
      assertThat(browser.evaluate("Coterie.clusterName(%d)".formatted(c)).asText())
          .endsWith(" " + (c + 1));
    }
    requireSizes(sizes, 0);
    requireMeans(clusters);
    assertThat(browser.errors()).isEmpty();
  }

  /**
   * The table has a column for each cluster, named by its number, in a row of all sites.
   *
   * @param most by which a size may be off where nobody has counted the labels of all sites
   */
  private static void requireSizes(List<Integer> sizes, int most) throws Exception {
    JsonNode rows = sizesInReport();
    JsonNode head = rows.get(0);
    JsonNode all = rows.get(1);
    for (int c = 0; c < 3; c++) {
      assertThat(head.get(1 + c).asText()).endsWith(Integer.toString(c + 1));
      assertThat(Integer.parseInt(all.get(1 + c).asText().replaceAll("\\D", "")))
          .as("size of cluster %d", c + 1)
          .isCloseTo(sizes.get(c), within(most));
    }
  }

  private static List<String> joining(String site, int port, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "join",
                "--yes",
                "--insecure",
                "--site",
                site,
                "--address",
                "127.0.0.1:" + port,
                "--home",
                folder.resolve("site-" + site).toString(),
                "--data",
                folder.resolve(site + ".csv").toString(),
                "--policy",
                folder.resolve("policy.yaml").toString(),
                "--id",
                "id"));
    words.addAll(List.of(more));
    return words;
  }

  @Test
  void everyPageOfAServedStudyHasTheSameNumbers() throws Exception {
    ServedDots.policy(folder);
    Path study =
        Files.writeString(
            folder.resolve("flowers.yaml"),
            FlowerStudy.text(
                """
                participation: {sites: [a, b, c]}
                method: anchor-graph:groups
                privacy: {level: component, accept-group-disclosure: true, sums: plain}
                """));
    Path home = folder.resolve("coordinator");
    CompletableFuture<CommandRun> served =
        LivePage.run(
            List.of(
                "serve",
                "--dashboard",
                study.toString(),
                "--home",
                home.toString(),
                "--insecure",
                "--address",
                "127.0.0.1:0"));
    ServedDots.awaitOperator(home, () -> !served.isDone());
    OperatorFile operator = OperatorFile.read(home).orElseThrow();
    int port = new OperatorClient(operator).port();
    int sitePage = FreePort.next();
    List<CompletableFuture<CommandRun>> joined = new ArrayList<>();
    joined.add(LivePage.run(joining("a", port, "--dashboard", "127.0.0.1:" + sitePage)));
    Path token = folder.resolve("site-a/dashboard.token");
    Await.until(() -> Files.exists(token), Duration.ofSeconds(60));
    List<Integer> ofCoordinator;
    List<Integer> ofSite;
    try (LivePage own = LivePage.open(folder.resolve("profile-of-site"))) {
      own.browser().show("http://127.0.0.1:%d/".formatted(sitePage));
      own.signIn(Files.readString(token).strip());
      own.awaitText("h1", "Site a");
      browser.show(operator.url() + "/");
      page.signIn(Files.readString(home.resolve("operator.token")).strip());
      page.awaitText("h1", "flowers");
      joined.add(LivePage.run(joining("b", port)));
      joined.add(LivePage.run(joining("c", port)));
      page.awaitText(".card", "Finished");
      page.await("document.querySelectorAll('ol.sizes li').length === 3");
      ofCoordinator = shownSizes(browser);
      own.await("document.querySelectorAll('#result ol.sizes li').length === 3");
      ofSite = shownSizes(own.browser());
      browser.show("about:blank");
    }
    for (CompletableFuture<CommandRun> site : joined) {
      CommandRun ended = site.get(120, TimeUnit.SECONDS);
      assertThat(ended.exitCode()).as(ended.err()).isZero();
    }
    CommandRun ended = served.get(120, TimeUnit.SECONDS);
    assertThat(ended.exitCode()).as(ended.err()).isZero();

    assertThat(joined.get(0).join().out())
        .contains("Of this site's own records, shown here only:")
        .containsPattern("silhouette +0\\.\\d+ ");
    Map<String, Integer> all = new LinkedHashMap<>();
    for (String site : SITES) {
      Path results = folder.resolve("site-" + site).resolve("results/flowers");
      Map<String, Integer> own = clusters(results.resolve("labels.csv"));
      if (site.equals("a")) {
        assertThat(sizes(own)).as("the page of site a").isEqualTo(ofSite);
      }
      all.putAll(own);
    }
    for (int c = 0; c < 3; c++) {
      assertThat(ofCoordinator.get(c))
          .as("the coordinator's page, cluster %d", c + 1)
          .isCloseTo(sizes(all).get(c), within(ABOUT));
    }
    Path results = home.resolve("results/flowers");
    browser.openReport(results, 1440);
    requireSizes(sizes(all), ABOUT);
    requireMeans(all);
    Path model = folder.resolve("site-a/results/flowers/model.json");
    Path predicted = folder.resolve("predicted-all.csv");
    run(
        "predict",
        "--model",
        model,
        "--data",
        folder.resolve("all.csv"),
        "--id",
        "id",
        "--out",
        predicted);
    Map<String, Integer> byModel = clusters(predicted);
    long same = all.keySet().stream().filter(id -> all.get(id).equals(byModel.get(id))).count();
    assertThat(same).as("records that the model puts where their site did").isGreaterThan(140);
  }
}
