package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.coterie.math.Seed;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports in a real browser. Skipped, and said so, where there is no Chromium. */
class ReportBrowserIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Enough for every chart, and few enough for a minute. */
  private static final int IMAGES = 1500;

  @TempDir private static Path folder;

  private static Browser browser;

  @BeforeAll
  static void openBrowser() throws Exception {
    Optional<Path> program = Browser.program();
    if (program.isEmpty()) {
      System.err.println("SKIPPED: reports are not looked at, as there is no Chromium here.");
    }
    assumeTrue(program.isPresent(), "Install chromium to run this test.");
    browser = Browser.open(program.get(), Files.createDirectory(folder.resolve("profile")));
  }

  @AfterAll
  static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  private static Path simulate(String name, Object... words) {
    List<Object> all = new ArrayList<>(List.of("simulate"));
    all.addAll(List.of(words));
    all.addAll(List.of("--out", folder.resolve(name), "--force"));
    CommandRun run = CommandRun.of(all.toArray());
    assertThat(run.exitCode()).as(run.err()).isZero();
    return folder.resolve(name);
  }

  /** The former default, whose sites each send the sizes of their groups. */
  private static Path simulateGroups(String name, Object... words) {
    List<Object> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--method", "anchor-graph:groups", "--accept-group-disclosure"));
    return simulate(name, all.toArray());
  }

  private static JsonNode run(Path out) throws IOException {
    return JSON.readTree(Files.readString(out.resolve("run.json")));
  }

  @Test
  void theReportOfATableShowsTheNumbersOfItsRun() throws Exception {
    Path out = simulate("wdbc", "--data", "wdbc", "--clusters", 2);
    browser.openReport(out, 1440);
    JsonNode run = run(out);

    assertThat(browser.text("h1")).isEqualTo("2 groups");
    assertThat(browser.text(".lead")).isEqualTo("In 569 records of 5 sites.");
    String verdict = run.at("/findings/verdict").asText("was not tested");
    assertThat(browser.text("#how-sure")).containsIgnoringCase(verdict);
    requireGroups(run, 2);
    requireSizes(run, 2, 1);
    assertThat(browser.text("#sizes-by-site"))
        .contains("all sites together")
        .contains("All sites")
        .doesNotContain("site-");
    assertThat(browser.text("#scores"))
        .contains("%.4f".formatted(run.at("/scores/accuracy").asDouble()))
        .contains("%.4f".formatted(run.at("/scores/silhouette").asDouble()))
        .contains(run.at("/findings/stability").asText().substring(0, 5));
    JsonNode left = browser.series("bytes-by-round", 0);
    assertThat(left.size()).isEqualTo(run.at("/traffic/rounds").size());
    for (int round = 0; round < left.size(); round++) {
      assertThat(left.get(round).asLong())
          .isEqualTo(run.at("/traffic/rounds/%d/bytes_out".formatted(round)).asLong());
    }
    JsonNode bySite = browser.series("bytes-by-site", 0);
    assertThat(bySite.get(4).asLong())
        .isEqualTo(run.at("/traffic/sites/site-5/bytes_out").asLong());
    int places = browser.series("places", 0).size() + browser.series("places", 1).size();
    assertThat(places).isPositive().isLessThanOrEqualTo(run.at("/findings/anchors").asInt());
    assertThat(browser.text("#repeat"))
        .startsWith("coterie simulate --data wdbc")
        .contains("--seed 0");
    assertThat(figures())
        .isEqualTo(
            "sizes-by-site,effects,column-shares,places,graph-0,spectrum,timeline,bytes-by-round,"
                + "bytes-by-site");
  }

  /** Of noise: it says why there are no scores, and draws nothing that would be empty. */
  @Test
  void theReportOfOneGroupGivesTheTrueReasons() throws Exception {
    SplittableRandom random = new Seed(5).random();
    StringBuilder noise = new StringBuilder("a,b,c\n");
    for (int i = 0; i < 400; i++) {
      noise.append(
          "%.6f,%.6f,%.6f\n"
              .formatted(random.nextGaussian(), random.nextGaussian(), random.nextGaussian()));
    }
    Path data = Files.writeString(folder.resolve("noise.csv"), noise);
    Path out = simulate("noise", "--data", data);
    browser.openReport(out, 1440);
    assertThat(run(out).at("/clusters/found").asInt()).isEqualTo(1);
    assertThat(browser.text("#sure"))
        .contains("There is one cluster, so there are no distances")
        .doesNotContain("nobody who may see this report");
    assertThat(browser.text("#profile")).contains("no column sets groups apart");
    assertThat(figures()).doesNotContain("effects");
  }

  @Test
  void theReportOfGroupsShowsTheSizesOfEachSite() throws Exception {
    Path out = simulateGroups("groups", "--data", "wdbc", "--clusters", 2);
    browser.openReport(out, 1440);

    requireSizes(run(out), 2, 5);
    assertThat(browser.text("#sizes-by-site")).contains("Records of each site").contains("site-5");
    assertThat(browser.text("#sizes")).contains("these are their own counts");
    assertThat(hoverFirstBar()).contains("Group 1").contains("% of site-");
    assertThat(figures())
        .startsWith("sizes-by-site,effects,column-shares,places,graph-0,spectrum,timeline,curve-0")
        .endsWith("bytes-by-round,bytes-by-site");
    assertThat(browser.errors()).isEmpty();
  }

  /** Fails unless the first screen has a card for each group, with its size and its rule. */
  private static void requireGroups(JsonNode run, int groups) throws Exception {
    assertThat(browser.evaluate("document.querySelectorAll('.group').length").asInt())
        .isEqualTo(groups);
    for (int c = 0; c < groups; c++) {
      assertThat(browser.text(".group:nth-of-type(%d)".formatted(c + 1)))
          .contains("Group %d".formatted(c + 1))
          .contains(
              "%d of %d records"
                  .formatted(
                      run.at("/clusters/sizes/" + c).asInt(), run.at("/data/records").asInt()))
          .contains("against")
          .contains("Rule: ")
          .contains("records drawn from the model");
    }
  }

  private static String figures() throws Exception {
    return browser.evaluate("Coterie.figures.map(f => f.id).join()").asText();
  }

  /** Fails unless so many bars add up to the sizes of the run's clusters. */
  private static void requireSizes(JsonNode run, int clusters, int bars) throws Exception {
    for (int c = 0; c < clusters; c++) {
      JsonNode sizes = browser.series("sizes-by-site", c);
      assertThat(sizes.size()).isEqualTo(bars);
      int sum = 0;
      for (JsonNode size : sizes) {
        sum += size.asInt();
      }
      assertThat(sum).isEqualTo(run.at("/clusters/sizes/" + c).asInt());
    }
    assertThat(
            browser
                .evaluate(
                    "document.querySelectorAll('#sizes-by-site path[fill=\"#0072b2\"]').length")
                .asInt())
        .as("the bars and the entry in the legend")
        .isEqualTo(bars + 1);
  }

  /** Returns the text of the chart of sizes with the mouse on its first bar. */
  private static String hoverFirstBar() throws Exception {
    browser.evaluate("document.getElementById('sizes-by-site').scrollIntoView({block: 'center'})");
    JsonNode bar =
        browser.evaluate(
            "(() => { const r = document.querySelector('#sizes-by-site path[fill=\"#0072b2\"]')"
                + ".getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()");
    browser.hover(bar.get(0).asDouble() + 1, bar.get(1).asDouble());
    browser.hover(bar.get(0).asDouble(), bar.get(1).asDouble());
    browser.evaluate("new Promise(done => setTimeout(done, 300))");
    return browser.text("#sizes-by-site .chart");
  }

  @Test
  void detailsComeWithTheMouseAndColoursWithTheSwitch() throws Exception {
    Path out = simulate("iris", "--data", "iris", "--clusters", 3);
    browser.openReport(out, 1440);

    assertThat(hoverFirstBar()).contains("All sites, Group 1").contains("% of all records");

    browser.evaluate("document.getElementById('graph-0').scrollIntoView({block: 'center'})");
    JsonNode cells =
        browser.evaluate(
            "(() => { const r = document.querySelector('#graph-0 image').getBoundingClientRect();"
                + " return [r.x, r.y, r.width, r.height]; })()");
    assertThat(cells.get(2).asDouble()).as("the map is square").isEqualTo(cells.get(3).asDouble());
    browser.hover(cells.get(0).asDouble() + 3, cells.get(1).asDouble() + 5);
    browser.hover(cells.get(0).asDouble() + 2, cells.get(1).asDouble() + 2);
    browser.evaluate("new Promise(done => setTimeout(done, 300))");
    assertThat(browser.text("#graph-0 .chart"))
        .contains("Group 1 – Group 1")
        .contains("blocks 1 and 1")
        .contains("mean weight");

    String before = browser.evaluate("document.documentElement.dataset.theme").asText();
    String paper = browser.evaluate("getComputedStyle(document.body).backgroundColor").asText();
    browser.evaluate("document.getElementById('theme').click()");
    assertThat(browser.evaluate("document.documentElement.dataset.theme").asText())
        .isNotEqualTo(before);
    assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor").asText())
        .isNotEqualTo(paper);

    for (String type : List.of("svg", "png")) {
      String url = browser.evaluate("Coterie.figures[1].url('%s')".formatted(type)).asText();
      assertThat(url).startsWith("data:image/" + type).hasSizeGreaterThan(2000);
    }
    assertThat(browser.errors()).isEmpty();
  }

  @Test
  void theReportFitsAPhone() throws Exception {
    Path out = simulate("phone", "--data", "iris", "--clusters", 3);
    browser.openReport(out, 390);

    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('main .panel, main .card, main p')].filter(e =>"
                        + " e.getBoundingClientRect().right > 391).length")
                .asInt())
        .isZero();
  }

  @Test
  void theReportOfASiteIsForThatSite() throws Exception {
    Path out = simulate("own", "--data", "iris", "--clusters", 3, "--site-reports");
    Path site = out.resolve("site-reports/site-1");
    browser.openReport(site, 390);

    assertThat(browser.text("h1")).isEqualTo("The groups of iris at site site-1");
    assertThat(browser.text("#local")).contains("For this site only").contains("was sent");
    assertThat(browser.text("#beside")).contains("all sites");
    JsonNode report = JSON.readTree(Files.readString(site.resolve("report.json")));
    for (int c = 0; c < 3; c++) {
      assertThat(browser.text(".group:nth-of-type(%d)".formatted(c + 1)))
          .contains(
              "%d of %d records"
                  .formatted(report.at("/sizes/" + c).asInt(), report.path("records").asInt()))
          .contains("this site's records")
          .contains("Of all sites' records about");
    }
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('main .panel, main .group, main p')].filter(e =>"
                        + " e.getBoundingClientRect().right > 391).length")
                .asInt())
        .isZero();
    assertThat(browser.errors()).isEmpty();
  }

  @Test
  void wordsLeadToTheGlossary() throws Exception {
    Path out = simulate("words", "--data", "iris", "--clusters", 3);
    browser.openReport(out, 1440);

    assertThat(browser.text("#how-sure")).contains("groups").contains("asked for, not found");
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('a.term')].filter(a =>"
                        + " !document.querySelector(a.getAttribute('href'))).length")
                .asInt())
        .isZero();
    assertThat(browser.evaluate("document.querySelectorAll('a.term').length").asInt())
        .isGreaterThan(5);
    assertThat(browser.evaluate("document.querySelectorAll('.glossary dt').length").asInt())
        .isGreaterThan(12);
    assertThat(browser.evaluate("document.querySelectorAll('h1').length").asInt()).isOne();
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('thead th')].filter(h => h.scope !== 'col')"
                        + ".length")
                .asInt())
        .isZero();
  }

  @Test
  void onPaperChartsAreLightAndAsWideAsThePaper() throws Exception {
    Path out = simulate("print", "--data", "iris", "--clusters", 3);
    browser.openReport(out, 1440);
    browser.evaluate(
        "Coterie.theme() === 'dark' || document.getElementById('theme').click();"
            + " dispatchEvent(new Event('beforeprint'))");

    String widest =
        "Math.max(...[...document.querySelectorAll('.chart svg')].map(c => c.clientWidth))";
    assertThat(browser.evaluate(widest).asInt()).isBetween(300, 643); // 17 cm
    assertThat(browser.evaluate("document.documentElement.dataset.theme").asText())
        .isEqualTo("light");
    browser.evaluate("dispatchEvent(new Event('afterprint'))");
    assertThat(browser.evaluate(widest).asInt()).isGreaterThan(643);
    assertThat(browser.evaluate("document.documentElement.dataset.theme").asText())
        .isEqualTo("dark");
  }

  @Test
  void namesAreShownAsTheyAreWritten() throws Exception {
    StringBuilder csv = new StringBuilder("\"<img src=x onerror=alert(1)>\",{{scripts}}\n");
    for (int i = 0; i < 60; i++) {
      csv.append(i % 2 * 10 + i * 0.01).append(',').append(i % 2 * 7 - i * 0.02).append('\n');
    }
    Path file = Files.writeString(folder.resolve("names.csv"), csv);
    Path out = simulate("names", "--data", file, "--clusters", 2, "--sites", 2);

    browser.openReport(out, 1440);

    assertThat(browser.text("#effects"))
        .contains("<img src=x onerror=alert(1)>")
        .contains("{{scripts}}");
  }

  @Test
  void theReportAtLevelPaperShowsTheRebuiltRecords() throws Exception {
    Path out =
        simulate(
            "paper",
            "--data",
            "iris",
            "--clusters",
            3,
            "--sites",
            2,
            "--method",
            "spp-fgc",
            "--privacy",
            "paper",
            "--accept-graph-disclosure");
    browser.openReport(out, 1440);

    assertThat(browser.text("#warning")).contains("Records can be rebuilt");
    assertThat(browser.series("rebuilt", 0).size()).isBetween(10, 75);
    assertThat(browser.text("#graph-0 h3")).isEqualTo("Fused graph E*");
    assertThat(browser.text("#graph-1 h3")).isEqualTo("Learned graph S");
  }

  @Test
  void theReportOfImagesShowsPrototypes() throws Exception {
    String data = System.getenv("COTERIE_DATA");
    assumeTrue(data != null, "Set COTERIE_DATA to the folder of data sets to run this test.");
    Path mnist = Path.of(data, "mnist");
    Path images = first(mnist.resolve("mnist-images-idx3-ubyte.gz"), 28 * 28, "images-idx3-ubyte");
    Path labels = first(mnist.resolve("mnist-labels-idx1-ubyte.gz"), 1, "labels-idx1-ubyte");

    Path out = simulate("mnist", "--data", images, "--labels", labels, "--clusters", 10);

    assertThat(Files.size(out.resolve("report.html"))).isLessThan(5_000_000);
    browser.openReport(out, 1440);
    JsonNode run = run(out);
    assertThat(browser.evaluate("document.querySelectorAll('.prototype').length").asInt())
        .isEqualTo(10);
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('.prototype .mean img')].map(i => i.naturalWidth)")
                .toString())
        .isEqualTo("[28,28,28,28,28,28,28,28,28,28]");
    assertThat(browser.evaluate("document.querySelectorAll('.group .mean img').length").asInt())
        .as("the first screen has a picture of each group")
        .isEqualTo(10);
    int records = 0;
    for (int c = 0; c < 10; c++) {
      for (JsonNode size : browser.series("sizes-by-site", c)) {
        records += size.asInt();
      }
    }
    assertThat(records).isEqualTo(run.at("/data/records").asInt()).isEqualTo(IMAGES);
  }

  /** Writes the first records of an IDX file. */
  private static Path first(Path source, int bytes, String name) throws IOException {
    Path target = folder.resolve(name);
    try (DataInputStream in =
            new DataInputStream(new GZIPInputStream(Files.newInputStream(source)));
        DataOutputStream out = new DataOutputStream(Files.newOutputStream(target))) {
      int magic = in.readInt();
      in.readInt();
      out.writeInt(magic);
      out.writeInt(IMAGES);
      for (int dimension = 1; dimension < (magic & 0xFF); dimension++) {
        out.writeInt(in.readInt());
      }
      out.write(in.readNBytes(IMAGES * bytes));
    }
    return target;
  }
}
