package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coterie.data.DataReader;
import io.coterie.data.ReadOptions;
import io.coterie.math.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live pages in a real browser. Skipped, and said so, where there is no Chromium. */
@Timeout(500)
class DashboardBrowserTest {
  private static final List<String> SITES = List.of("a", "b", "c", "d", "e");
  private static final long PATIENCE_MILLIS = 30_000;

  @TempDir private static Path folder;

  private static Browser browser;

  @BeforeAll
  static void openBrowser() throws Exception {
    Optional<Path> program = Browser.program();
    if (program.isEmpty()) {
      System.err.println("SKIPPED: live pages are not looked at, as there is no Chromium here.");
    }
    assumeTrue(program.isPresent(), "Install chromium to run this test.");
    browser = Browser.open(program.get(), Files.createDirectory(folder.resolve("profile")));
  }

  @AfterAll
  static void closeBrowser() throws Exception {
    if (browser != null) {
      browser.close();
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
        """
        study: flowers
        clusters: 3
        seed: 7
        schema:
          columns:
            - {name: sepal_length, lower: 0, upper: 8}
            - {name: sepal_width, lower: 0, upper: 8}
            - {name: petal_length, lower: 0, upper: 8}
            - {name: petal_width, lower: 0, upper: 8}
        participation:
          sites: [a, b, c, d, e]
          quorum: 4
          join-within: 10m
          answer-within: 10m
        privacy: {level: component, sums: plain}
        """);
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
                folder.resolve(site + ".csv").toString()));
    words.addAll(List.of(more));
    return words;
  }

  private static CompletableFuture<CommandRun> run(List<String> words) {
    return CompletableFuture.supplyAsync(
        () -> CommandRun.of(words.toArray()), command -> new Thread(command, "command").start());
  }

  /** Waits until an expression in the page is true. */
  private static void await(String expression) throws Exception {
    long until = System.currentTimeMillis() + PATIENCE_MILLIS;
    while (!browser.evaluate("Boolean(" + expression + ")").asBoolean()) {
      assertThat(System.currentTimeMillis())
          .as("%s; the page says: %s", expression, browser.evaluate("document.body.innerText"))
          .isLessThan(until);
      Thread.sleep(100);
    }
  }

  private static void awaitText(String selector, String text) throws Exception {
    await(
        "[...document.querySelectorAll('%s')].some(n => n.textContent.includes('%s'))"
            .formatted(selector, text));
  }

  private static void click(String label) throws Exception {
    await(
        "[...document.querySelectorAll('main button')].some(b => b.textContent === '%s' && !b.disabled && !b.hidden)"
            .formatted(label));
    browser.evaluate(
        "[...document.querySelectorAll('main button')].find(b => b.textContent === '%s').click()"
            .formatted(label));
    await("document.getElementById('ask').open");
  }

  private static void checkPage(int width, String name) throws Exception {
    browser.width(width);
    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .as("nothing is wider than the window")
        .isLessThanOrEqualTo(width);
    assertThat(browser.evaluate("document.querySelectorAll('h1').length").asInt()).isEqualTo(1);
    assertThat(
            browser
                .evaluate(
                    "[...document.querySelectorAll('button, input')].filter(n => n.checkVisibility() && !n.textContent.trim()"
                        + " && !n.labels?.length && !n.getAttribute('aria-label')).length")
                .asInt())
        .as("everything that can be used has a name")
        .isZero();
    String pictures = System.getenv("COTERIE_PICTURES");
    if (pictures != null) {
      Thread.sleep(300);
      browser.pictures(Path.of(pictures), name + "-" + width, 1600);
    }
  }

  private static void checkPage(String name) throws Exception {
    checkPage(390, name);
    checkPage(1440, name);
  }

  private static int port(Path home) {
    return new OperatorClient(io.coterie.serve.OperatorFile.read(home).orElseThrow()).port();
  }

  @Test
  void aStudyIsWatchedStoppedResumedAndFinished() throws Exception {
    dealIris();
    Path home = folder.resolve("coordinator");
    CompletableFuture<CommandRun> served =
        run(
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
    String url = io.coterie.serve.OperatorFile.read(home).orElseThrow().url() + "/";

    browser.width(1440);
    browser.show(url + "#" + "0".repeat(64));
    awaitText("#token-problem", "wrong, or has expired");
    checkPage("sign-in");
    String token = Files.readString(home.resolve("operator.token")).strip();
    browser.evaluate("document.getElementById('token').value = '%s'".formatted(token));
    browser.evaluate("document.querySelector('form.sign-in').requestSubmit()");
    awaitText("h1", "flowers");
    awaitText(".lead", "Waiting for 5 of 5");
    assertThat(browser.evaluate("location.href").asText()).isEqualTo(url);
    assertThat(browser.evaluate("sessionStorage.getItem('coterie-token')").asText())
        .matches("[0-9a-f]{64}")
        .isNotEqualTo(token);

    // e joins and is killed before the study begins, which then waits for it.
    List<CompletableFuture<CommandRun>> first = new ArrayList<>();
    for (String site : List.of("a", "b", "c")) {
      first.add(run(joining(site, port, "--yes")));
    }
    try (CoterieProcess lost =
        CoterieProcess.start(folder.resolve("e.log"), joining("e", port, "--yes"))) {
      awaitText(".events li", "site e joined");
      lost.kill();
    }
    first.add(run(joining("d", port, "--yes")));
    awaitText(".lead", "Waiting for 1 of 5: e");
    awaitText("tr .state", "awaited");
    browser.show(url); // a reload in the middle
    awaitText(".lead", "Waiting for 1 of 5: e");
    awaitText(".events li", "site e joined");
    awaitText(".card", "4 of 5");
    checkPage("waiting");

    click("Stop study");
    assertThat(browser.evaluate("document.activeElement.id").asText()).isEqualTo("ask-no");
    browser.press("Escape");
    await("!document.getElementById('ask').open");
    awaitText(".card", "Collecting");
    // Put away and asked again before the browser told of the first: the second answer counts.
    browser.evaluate(
        "(() => { const stop = [...document.querySelectorAll('main button')].find(b => b.textContent"
            + " === 'Stop study'); stop.click(); document.getElementById('ask').close('no');"
            + " stop.click(); })()");
    checkPage("asking");
    browser.evaluate("document.getElementById('ask-yes').focus()");
    browser.press("Enter");
    awaitText(".card", "Stopped");
    for (CompletableFuture<CommandRun> site : first) {
      assertThat(site.get(60, TimeUnit.SECONDS).exitCode()).isEqualTo(4);
    }

    click("Resume study");
    browser.evaluate("document.getElementById('ask-yes').click()");
    awaitText(".card", "Collecting");
    List<CompletableFuture<CommandRun>> second = new ArrayList<>();
    for (String site : SITES) {
      second.add(run(joining(site, port, "--yes")));
    }
    awaitText(".card", "Finished");
    for (CompletableFuture<CommandRun> site : second) {
      CommandRun ended = site.get(60, TimeUnit.SECONDS);
      assertThat(ended.exitCode()).as(ended.err()).isZero();
    }
    awaitText(".events li", "the answer is found");
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
    checkPage("finished");
    assertThat(browser.requests()).allMatch(asked -> asked.startsWith(url));
    assertThat(browser.errors()).as("no complaint").isEmpty();

    browser.show("about:blank");
    CommandRun ended = served.get(120, TimeUnit.SECONDS);
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("Page: " + url).doesNotContain(token);
  }
}
