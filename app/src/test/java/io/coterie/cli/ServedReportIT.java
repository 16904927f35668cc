package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The report that a coordinator leaves, which has never seen a record. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ServedReportIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> SITES = List.of("a", "b", "c");
  private static final int RECORDS = 50;

  @TempDir private Path folder;

  private ProcessFederation served(String privacy) throws Exception {
    ProcessFederation federation = new ProcessFederation(folder, SITES, "", privacy);
    try (federation) {
      CoterieProcess coordinator = federation.serve();
      federation.joinAll();
      assertThat(coordinator.await()).as(coordinator.said()).isZero();
    }
    return federation;
  }

  private static JsonNode report(ProcessFederation federation) throws IOException {
    Path results = federation.coordinatorHome().resolve("results").resolve(ProcessFederation.STUDY);
    String text = Files.readString(results.resolve("report.json"));
    String page = Files.readString(results.resolve("report.html"));
    int from = page.indexOf("id=\"data\">") + "id=\"data\">".length();
    JsonNode shown = JSON.readTree(page.substring(from, page.indexOf("</script>", from)));
    assertThat(shown).as("the page shows report.json").isEqualTo(JSON.readTree(text));
    return shown;
  }

  /** Each site has a report of its own records; the coordinator has none of them. */
  private static void assertSitesHaveTheirOwn(ProcessFederation federation) throws IOException {
    Path results = federation.coordinatorHome().resolve("results").resolve(ProcessFederation.STUDY);
    List<String> figures = new ArrayList<>();
    for (String site : SITES) {
      Path own = federation.home(site).resolve("results").resolve(ProcessFederation.STUDY);
      JsonNode report = JSON.readTree(Files.readString(own.resolve("report.json")));
      assertThat(report.path("document").asText()).isEqualTo("coterie-site-report");
      assertThat(report.path("site").asText()).isEqualTo(site);
      int records = 0;
      for (JsonNode size : report.path("sizes")) {
        records += size.asInt();
      }
      assertThat(records).isEqualTo(RECORDS);
      assertThat(Files.readString(own.resolve("report.html"))).contains("coterie-site-report");
      report
          .at("/profile/clusters/0/differences")
          .forEach(difference -> figures.add(difference.path("text").asText()));
    }
    assertThat(figures).hasSizeGreaterThan(8).allMatch(text -> text.length() > 8);
    try (Stream<Path> files = Files.walk(results)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file))
            .doesNotContain("coterie-site-report\"")
            .doesNotContain(figures.toArray(String[]::new));
      }
    }
  }

  private static void assertTellsTheRun(JsonNode report, JsonNode run) {
    String verdict = run.at("/findings/verdict").asText();
    assertThat(report.path("title").asText())
        .isEqualTo(
            "3 clusters in the records of 3 sites"
                + (verdict.isEmpty() ? "" : "; verdict: " + verdict));
    assertThat(report.path("finished_at")).isEqualTo(run.path("finished_at"));
    assertThat(report.path("findings").findValuesAsText("name"))
        .containsExactlyElementsOf(() -> run.path("findings").fieldNames());
    assertThat(report.path("scores")).as("nobody has seen the records").isEmpty();
    JsonNode rounds = report.at("/traffic/rounds");
    assertThat(rounds.size()).isPositive().isEqualTo(run.path("traffic").size());
    for (int i = 0; i < rounds.size(); i++) {
      for (int s = 0; s < SITES.size(); s++) {
        long bytes = rounds.get(i).path("bytes_out").get(s).asLong();
        String told = "/traffic/%d/sites/%s/bytes_out".formatted(i, SITES.get(s));
        assertThat(bytes).isPositive().isEqualTo(run.at(told).asLong());
      }
    }
  }

  /** A simulation of the same study lets out the same; it watches its sites do so. */
  private JsonNode simulated(ProcessFederation federation, String file) throws IOException {
    federation.simulated();
    return JSON.readTree(Files.readString(folder.resolve("simulated").resolve(file)));
  }

  @Test
  void showsWhatTheSitesToldAndTheNumbersOfTheRun() throws Exception {
    ProcessFederation federation = served("level: component, accept-group-disclosure: true");
    JsonNode report = report(federation);

    assertTellsTheRun(report, JSON.readTree(federation.runJson()));
    assertThat(report.at("/sizes/kind").asText()).isEqualTo("told");
    for (JsonNode site : report.at("/sizes/sites")) {
      int records = 0;
      for (JsonNode size : site.path("sizes")) {
        records += size.asInt();
      }
      assertThat(records).isEqualTo(RECORDS);
    }
    assertThat(report.at("/map/points").size()).isGreaterThan(3);
    assertThat(report.path("graphs").size()).isPositive();
    assertThat(report.path("privacy").has("spent")).isFalse();
    JsonNode rehearsed = simulated(federation, "report.json");
    assertThat(report.path("leaving")).isNotEmpty().isEqualTo(rehearsed.path("leaving"));
  }

  @Test
  void atLevelTotalsShowsNoNumberOfASite() throws Exception {
    ProcessFederation federation = served(KilledFederation.TOTALS);
    JsonNode report = report(federation);

    assertTellsTheRun(report, JSON.readTree(federation.runJson()));
    assertSitesHaveTheirOwn(federation);
    assertThat(report.at("/sizes/sites").findValues("sizes")).isEmpty();
    int records = 0;
    for (JsonNode size : report.at("/sizes/sizes")) {
      records += size.asInt();
    }
    assertThat(records).as("each record is counted once").isEqualTo(SITES.size() * RECORDS);
    assertThat(report.at("/map/points").size()).isGreaterThan(3);
    JsonNode rehearsed = simulated(federation, "report.json");
    assertThat(report.path("leaving")).isNotEmpty().isEqualTo(rehearsed.path("leaving"));
  }

  @Test
  void atLevelDpSaysWhatEachSiteSpent() throws Exception {
    ProcessFederation federation = served(KilledFederation.DP);
    JsonNode report = report(federation);
    JsonNode run = JSON.readTree(federation.runJson());

    assertTellsTheRun(report, run);
    assertThat(report.at("/privacy/budget/epsilon").asDouble()).isEqualTo(2);
    assertThat(report.at("/privacy/spent")).isEqualTo(run.at("/privacy/spent"));
    JsonNode watched = simulated(federation, "run.json").path("privacy");
    for (String amount : List.of("epsilon", "rho", "pure_epsilon", "delta")) {
      assertThat(report.at("/privacy/spent/" + amount).asDouble())
          .as(amount)
          .isCloseTo(watched.at("/spent/" + amount).asDouble(), within(1e-9));
    }
    assertThat(report.at("/privacy/spent/epsilon").asDouble()).isPositive().isLessThan(2.000001);
    assertThat(report.at("/privacy/steps").findValuesAsText("block"))
        .isEqualTo(watched.path("steps").findValuesAsText("block"))
        .isNotEmpty();
    assertThat(report.at("/sizes/kind").asText()).isEqualTo("noisy");
    assertThat(report.at("/sizes/sites").findValues("sizes")).isEmpty();
  }
}
