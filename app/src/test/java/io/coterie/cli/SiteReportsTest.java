package io.coterie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reports that the sites of a simulation would have of their own records. */
class SiteReportsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private Path out;

  @BeforeEach
  void simulate() {
    out = folder.resolve("out");
    assertThat(again().exitCode()).isZero();
  }

  private CommandRun again() {
    return CommandRun.of(
        "simulate", "--data", "wdbc", "--clusters", 2, "--site-reports", "--force", "--out", out);
  }

  private JsonNode json(String file) throws IOException {
    return JSON.readTree(Files.readString(out.resolve(file)));
  }

  @Test
  void eachSiteHasItsOwnRecords() throws IOException {
    JsonNode run = json("run.json");
    int[] sizes = new int[2];
    for (JsonNode site : run.path("sites")) {
      JsonNode report = json("site-reports/%s/report.json".formatted(site.path("site").asText()));
      assertThat(report.path("records")).isEqualTo(site.path("records"));
      for (int c = 0; c < 2; c++) {
        sizes[c] += report.path("sizes").get(c).asInt();
      }
      assertThat(report.at("/groups/list")).hasSize(2);
      assertThat(report.at("/shares_of_all")).hasSize(2);
    }
    for (int c = 0; c < 2; c++) {
      assertThat(sizes[c]).isEqualTo(run.at("/clusters/sizes").get(c).asInt());
    }
  }

  @Test
  void meansAreThoseOfTheRecords() throws IOException {
    JsonNode profile = json("site-reports/site-1/report.json").path("profile");
    String column = profile.at("/features/0").asText().replace(" (median)", "");
    Path labels = out.resolve("labels.csv");
    List<String> lines = Files.readAllLines(labels);
    List<String> head = List.of(lines.get(0).split(",", -1));
    List<Double> values = column(column);
    double[] own =
        lines.stream()
            .skip(1)
            .map(line -> line.split(",", -1))
            .filter(cells -> cells[head.indexOf("site")].equals("site-1"))
            .filter(cells -> cells[head.indexOf("cluster")].equals("1"))
            .mapToDouble(cells -> values.get(Integer.parseInt(cells[0])))
            .sorted()
            .toArray();
    double middle = (own[(own.length - 1) / 2] + own[own.length / 2]) / 2;
    double mean = Arrays.stream(own).average().orElseThrow();
    boolean isMedian = profile.at("/kinds/0").asText().equals("median");

    assertThat(profile.at("/clusters/0/means/0").asDouble())
        .isCloseTo(isMedian ? middle : mean, withinPercentage(0.6));
  }

  private static List<Double> column(String name) throws IOException {
    try (InputStream packed = Main.class.getResourceAsStream("/io/coterie/data/wdbc.csv.gz")) {
      byte[] text = new GZIPInputStream(packed).readAllBytes();
      List<String> lines = new String(text, UTF_8).lines().toList();
      int at = List.of(lines.get(0).split(",", -1)).indexOf(name);
      assertThat(at).as(name).isNotNegative();
      return lines.stream().skip(1).map(line -> Double.valueOf(line.split(",", -1)[at])).toList();
    }
  }

  @Test
  void theCommonReportHasNothingOfThem() throws IOException {
    String common = Files.readString(out.resolve("report.json"));
    JsonNode own = json("site-reports/site-1/report.json");

    assertThat(common).doesNotContain("coterie-site-report").doesNotContain("this site");
    for (JsonNode difference : own.at("/profile/clusters/0/differences")) {
      assertThat(common).doesNotContain(difference.path("text").asText());
    }
  }

  @Test
  void theFolderIsReplacedUnlessItHoldsAnythingElse() throws IOException {
    assertThat(again().exitCode()).isZero();
    Files.writeString(out.resolve("site-reports/site-1/notes.txt"), "mine");

    CommandRun refused = again();

    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err()).contains("site-reports");
    assertThat(out.resolve("site-reports/site-1/notes.txt")).exists();
  }

  @Test
  void aPageIsMadeAgain() {
    Path site = out.resolve("site-reports/site-2");
    Path page = folder.resolve("again.html");

    assertThat(CommandRun.of("report", site, "--out", page).exitCode()).isZero();

    assertThat(page).hasSameTextualContentAs(site.resolve("report.html"));
  }
}
