package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.coordinator.operator.OperatorClient;
import io.coterie.coordinator.operator.OperatorFile;
import io.coterie.testing.Await;
import io.coterie.testing.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site's page in a real browser: what its owner sees, agrees to or declines. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SitePageBrowserIT {
  private static final int RECORDS = 40;

  @TempDir private static Path profile;
  private static LivePage page;

  @TempDir private Path folder;
  private Path home;
  private CompletableFuture<CommandRun> served;
  private String url;

  @BeforeAll
  static void openBrowser() throws Exception {
    page = LivePage.open(profile);
  }

  @AfterAll
  static void closeBrowser() {
    if (page != null) {
      page.close();
    }
  }

  private void serve(String sites, String privacy) throws Exception {
    home = folder.resolve("coordinator");
    Path study = ServedDots.study(folder, sites, privacy);
    served =
        LivePage.run(
            List.of(
                "serve",
                study.toString(),
                "--home",
                home.toString(),
                "--insecure",
                "--address",
                "127.0.0.1:0"));
    ServedDots.awaitOperator(home, () -> !served.isDone());
  }

  @AfterEach
  void stop() throws Exception {
    if (served != null && !served.isDone()) {
      CommandRun.of("stop", "dots", "--yes", "--home", home);
      served.get(60, TimeUnit.SECONDS);
    }
  }

  private CompletableFuture<CommandRun> join(String site, String... more) throws Exception {
    Path records = ServedDots.records(folder, site);
    CommandRun.of(
        "budget", "set", "--source", records, "--epsilon", 5, "--ledger-dir", ledgers(site));
    List<String> words =
        new ArrayList<>(
            List.of(
                "join",
                "--insecure",
                "--policy",
                ServedDots.policy(folder).toString(),
                "--site",
                site,
                "--address",
                "127.0.0.1:" + client().port(),
                "--home",
                siteHome(site).toString(),
                "--data",
                records.toString(),
                "--ledger-dir",
                ledgers(site).toString()));
    words.addAll(List.of(more));
    return LivePage.run(words);
  }

  private CompletableFuture<CommandRun> joinWithPage(String site, String... more) throws Exception {
    int port = FreePort.next();
    url = "http://127.0.0.1:%d/".formatted(port);
    List<String> words = new ArrayList<>(List.of("--dashboard", "127.0.0.1:" + port));
    words.addAll(List.of(more));
    CompletableFuture<CommandRun> joined = join(site, words.toArray(String[]::new));
    Await.until(
        () -> {
          assertThat(joined.isDone()).isFalse();
          return Files.exists(siteHome(site).resolve("dashboard.token"));
        },
        Duration.ofSeconds(60));
    return joined;
  }

  private Path siteHome(String site) {
    return folder.resolve("site-" + site);
  }

  private Path ledgers(String site) {
    return folder.resolve("ledgers-" + site);
  }

  private OperatorClient client() {
    return new OperatorClient(OperatorFile.read(home).orElseThrow());
  }

  private void signIn(String site) throws Exception {
    page.signIn(Files.readString(siteHome(site).resolve("dashboard.token")).strip());
    page.awaitText("h1", "Site " + site);
  }

  private void requireQuiet() {
    assertThat(page.browser().requests()).isNotEmpty().allMatch(asked -> asked.startsWith(url));
    assertThat(page.browser().errors()).as("no complaint").isEmpty();
  }

  @Test
  void anOwnerWhoDeclinesSendsNothing() throws Exception {
    serve("a, b", "level: component, accept-group-disclosure: true, sums: plain");
    CompletableFuture<CommandRun> joined = joinWithPage("a");

    page.browser().width(LivePage.DESK);
    page.browser().show(url + "#" + "0".repeat(64));
    page.awaitText("#token-problem", "wrong, or has expired");
    page.signIn("1".repeat(64));
    page.awaitText("#token-problem", "not known here");
    assertThat(page.browser().evaluate("sessionStorage.getItem('coterie-token')").isNull())
        .isTrue();
    page.check("site-sign-in");

    page.browser().show(url);
    signIn("a");
    page.awaitText(".consent", "Your consent is asked");
    page.awaitText(".lead", "Waiting for your consent");
    assertThat(page.text("#leaves"))
        .contains("Nothing has left this site", "What would leave", "Not sent: ")
        .contains("unprotected");
    page.awaitText("#table caption", "2 columns of the study");
    assertThat(page.text("#table")).contains("as it is", "coterie study check STUDY --data");
    page.check("site-asking");

    page.click("Decline");
    page.confirm();
    page.awaitText(".box", "does not take part; nothing has left it");
    assertThat(page.browser().evaluate("document.querySelector('.consent').hidden").asBoolean())
        .isTrue();
    assertThat(page.text(".cards")).contains("Left this site0 bytesin 0 messages");
    requireQuiet();

    CommandRun coordinator = served.get(60, TimeUnit.SECONDS); // both sites were needed
    assertThat(coordinator.exitCode()).isNotZero();
    assertThat(coordinator.out()).contains("site a declined").doesNotContain("round 1");

    page.browser().show("about:blank");
    CommandRun ended = joined.get(60, TimeUnit.SECONDS);
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.err()).contains("This site does not take part; nothing has left it.");
    assertThat(siteHome("a").resolve("results")).doesNotExist();
    assertThat(siteHome("a").resolve("dashboard.token")).doesNotExist();
  }

  @Test
  void anOwnerOfATableThatIsRefusedSeesWhyAndWhatToDo() throws Exception {
    serve("a, b", "level: component, accept-group-disclosure: true, sums: plain");
    Path mapping =
        Files.writeString(
            folder.resolve("my mapping.yaml"), "columns: {y: {sql: \"number(y) * 1000\"}}\n");
    CompletableFuture<CommandRun> joined = joinWithPage("a", "--mapping", mapping.toString());

    page.browser().show(url);
    signIn("a");
    page.awaitText("#table", "To be answered");
    page.awaitText(".box.warn", "looks wrong as a whole");
    assertThat(page.text("#table"))
        .contains("Column 'y' looks as if it were in", "number(y) * 1000")
        .contains("--mapping '%s'".formatted(mapping));
    page.check("site-refused");
    requireQuiet();

    page.browser().show("about:blank");
    assertThat(joined.get(60, TimeUnit.SECONDS).exitCode()).isEqualTo(3);
  }

  @Test
  void anOwnerWhoAgreesSeesWhatLeftWhatItCostAndTheResult() throws Exception {
    serve("a, b", "epsilon: 2, public-records: 80, delta: 1e-6, noise: local");
    CompletableFuture<CommandRun> other = join("b", "--yes");
    CompletableFuture<CommandRun> joined = joinWithPage("a");

    page.browser().show(url);
    signIn("a");
    page.awaitText(".consent", "Your consent is asked");
    page.awaitText("#budget", "ε 5 at δ");
    page.awaitText("#leaves", "What would leave");
    assertThat(page.text("#leaves")).doesNotContain("unprotected");
    assertThat(page.text(".consent")).contains("Level dp.", "epsilon 2", "at delta 1e-06");
    page.awaitText(".consent .agreement", "<b>Dots</b> & groups");
    assertThat(page.text(".consent .agreement"))
        .contains("Asked by", "Dr Dot", "2 of a record's columns are used", "-5 to 10")
        .contains("Only sums with noise are seen.");
    assertThat(downloaded()).startsWith("# Proposal: dots\n");
    page.check("site-asking-dp");
    page.click("Take part");
    page.browser().press("Escape");
    page.await("!document.getElementById('ask').open");
    page.awaitText(".card", "Asking");

    page.browser().show(url); // a reload: the question is asked again, and Escape said nothing
    page.awaitText(".consent", "Your consent is asked");
    page.click("Take part");
    page.confirm();
    page.awaitText(".card", "Finished");
    page.awaitText(".box.good", "This site has its labels.");
    assertThat(
            page.browser()
                .evaluate(
                    "[...document.querySelectorAll('#result .size-number')].reduce((sum, n) => sum + parseInt(n.firstChild.textContent), 0)")
                .asInt())
        .as("its own records by cluster")
        .isEqualTo(RECORDS);
    double spent =
        Double.parseDouble(
            page.text("#budget tr:nth-child(2) td").replaceAll("^ε ([0-9.]+).*", "$1"));
    double left = Double.parseDouble(page.text("#budget tr:nth-child(3) td").substring(2));
    assertThat(spent).isPositive().isLessThanOrEqualTo(2.001);
    assertThat(left).isPositive().isLessThan(5);
    assertThat(page.text("#leaves")).contains("Sent so far").doesNotContain("Nothing has left");
    page.awaitText(".events li", "the records are labelled");
    assertThat(downloaded()).isEqualTo(agreement("a")).contains("**Consent:** The owner was asked");
    page.check("site-finished");
    requireQuiet();

    page.browser().show("about:blank");
    for (CompletableFuture<CommandRun> site : List.of(joined, other)) {
      CommandRun ended = site.get(60, TimeUnit.SECONDS);
      assertThat(ended.exitCode()).as(ended.err()).isZero();
    }
    assertThat(siteHome("a").resolve("results/dots/labels.csv")).exists();
    assertThat(agreement("b"))
        .contains("**Site:** b", "had agreed in advance", "levels: [component");
  }

  private String agreement(String site) throws Exception {
    try (Stream<Path> files = Files.list(siteHome(site).resolve("agreements"))) {
      return Files.readString(files.findFirst().orElseThrow());
    }
  }

  /** Returns what the page hands to the browser to be kept. */
  private String downloaded() throws Exception {
    page.browser()
        .evaluate(
            """
            window.kept = "";
            window.hand = window.hand || URL.createObjectURL;
            URL.createObjectURL = (blob) => {
              blob.text().then((text) => (window.kept = text));
              return window.hand.call(URL, blob);
            };
            1
            """);
    page.browser().evaluate("document.querySelector('.agreement button').click()");
    page.await("window.kept !== ''");
    return page.browser().evaluate("window.kept").asText();
  }
}
