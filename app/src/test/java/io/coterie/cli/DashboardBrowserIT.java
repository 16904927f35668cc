package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import io.coterie.study.FlowerStudy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live pages in a real browser. Skipped, and said so, where there is no Chromium. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DashboardBrowserIT {
  private static final List<String> SITES = List.of("a", "b", "c", "d", "e");

  @TempDir private static Path folder;

  private static LivePage page;
  private static Browser browser;

  @BeforeAll
  static void openBrowser() throws Exception {
    page = LivePage.open(folder.resolve("profile"));
    browser = page.browser();
  }

  @AfterAll
  static void closeBrowser() {
    if (page != null) {
      page.close();
    }
  }

  /** Writes the records of Iris, dealt to the sites in turn. */
  private static void dealIris() throws IOException {
    Matrix iris = DataReader.read("iris", ReadOptions.defaults()).records();
    List<StringBuilder> texts = new ArrayList<>();
    SITES.forEach(
        site ->
            texts.add(new StringBuilder("sepal_length,sepal_width,petal_length,petal_width\n")));
    for (int i = 0; i < iris.rows(); i++) {
      StringBuilder text = texts.get(i % SITES.size());
      for (int j = 0; j < iris.columns(); j++) {
        text.append(j == 0 ? "" : ",").append(iris.at(i, j));
      }
      text.append('\n');
    }
    for (int s = 0; s < SITES.size(); s++) {
      Files.writeString(folder.resolve(SITES.get(s) + ".csv"), texts.get(s).toString());
    }
  }

  private static Path study() throws IOException {
    return Files.writeString(
        folder.resolve("flowers.yaml"),
        FlowerStudy.text(
            """
            participation:
              sites: [a, b, c, d, e]
              quorum: 4
              join-within: 10m
              answer-within: 10m
            method: anchor-graph:groups
            privacy: {level: component, accept-group-disclosure: true, sums: plain}
            """));
  }

  private static List<String> joining(String site, int port, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "join",
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
                folder.resolve("policy.yaml").toString()));
    words.addAll(List.of(more));
    return words;
  }

  private static int port(Path home) {
    return new OperatorClient(io.coterie.coordinator.operator.OperatorFile.read(home).orElseThrow())
        .port();
  }

  @Test
  void aStudyIsWatchedStoppedResumedAndFinished() throws Exception {
    dealIris();
    ServedDots.policy(folder);
    Path home = folder.resolve("coordinator");
    CompletableFuture<CommandRun> served =
        LivePage.run(
            List.of(
                "serve",
                "--dashboard",
                study().toString(),
                "--home",
                home.toString(),
                "--insecure",
                "--address",
                "127.0.0.1:0"));
    ServedDots.awaitOperator(home, () -> !served.isDone());
    int port = port(home);
    String url = io.coterie.coordinator.operator.OperatorFile.read(home).orElseThrow().url() + "/";

    browser.width(1440);
    browser.show(url + "#" + "0".repeat(64));
    page.awaitText("#token-problem", "wrong, or has expired");
    page.check("sign-in");
    String token = Files.readString(home.resolve("operator.token")).strip();
    page.signIn(token);
    page.awaitText("h1", "flowers");
    page.awaitText(".lead", "Waiting for 5 of 5");
    assertThat(browser.evaluate("location.href").asText()).isEqualTo(url);
    assertThat(browser.evaluate("sessionStorage.getItem('coterie-token')").asText())
        .matches("[0-9a-f]{64}")
        .isNotEqualTo(token);

    // e joins and is killed before the study begins, which then waits for it.
    List<CompletableFuture<CommandRun>> first = new ArrayList<>();
    for (String site : List.of("a", "b", "c")) {
      first.add(LivePage.run(joining(site, port, "--yes")));
    }
    try (CoterieProcess lost =
        CoterieProcess.start(folder.resolve("e.log"), joining("e", port, "--yes"))) {
      page.awaitText(".events li", "site e joined");
      lost.kill();
    }
    first.add(LivePage.run(joining("d", port, "--yes")));
    page.awaitText(".lead", "Waiting for 1 of 5: e");
    page.awaitText("tr .state", "awaited");
    browser.show(url); // a reload in the middle
    page.awaitText(".lead", "Waiting for 1 of 5: e");
    page.awaitText(".events li", "site e joined");
    page.awaitText(".card", "4 of 5");
    page.check("waiting");

    page.click("Stop study");
    assertThat(browser.evaluate("document.activeElement.id").asText()).isEqualTo("ask-no");
    browser.press("Escape");
    page.await("!document.getElementById('ask').open");
    page.awaitText(".card", "Collecting");
    // Put away and asked again before the browser told of the first: the second answer counts.
    browser.evaluate(
        "(() => { const stop = [...document.querySelectorAll('main button')].find(b => b.textContent"
            + " === 'Stop study'); stop.click(); document.getElementById('ask').close('no');"
            + " stop.click(); })()");
    page.check("asking");
    browser.evaluate("document.getElementById('ask-yes').focus()");
    browser.press("Enter");
    page.awaitText(".card", "Stopped");
    for (CompletableFuture<CommandRun> site : first) {
      assertThat(site.get(60, TimeUnit.SECONDS).exitCode()).isEqualTo(4);
    }

    page.click("Resume study");
    browser.evaluate("document.getElementById('ask-yes').click()");
    page.awaitText(".card", "Collecting");
    List<CompletableFuture<CommandRun>> second = new ArrayList<>();
    for (String site : SITES) {
      second.add(LivePage.run(joining(site, port, "--yes")));
    }
    page.awaitText(".card", "Finished");
    for (CompletableFuture<CommandRun> site : second) {
      CommandRun ended = site.get(60, TimeUnit.SECONDS);
      assertThat(ended.exitCode()).as(ended.err()).isZero();
    }
    page.awaitText(".events li", "the answer is found");
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('.size-number')].reduce((sum, n) => sum + parseInt(n.firstChild.textContent), 0)")
                .asInt())
        .isEqualTo(150);
    assertThat(
            browser
                .evaluate(
                    "Math.max(...[...document.querySelectorAll('.byte-chart .bytes')].map(b => b.getBoundingClientRect().height))")
                .asDouble())
        .as("bars reach from the axis up")
        .isGreaterThan(60);
    page.check("finished");
    assertThat(browser.requests()).allMatch(asked -> asked.startsWith(url));
    assertThat(browser.errors()).as("no complaint").isEmpty();

    browser.show("about:blank");
    CommandRun ended = served.get(120, TimeUnit.SECONDS);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("Page: " + url).doesNotContain(token);
  }
}
