package io.coterie.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.coterie.cli.Browser;
import io.coterie.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of benchmarks in a real browser. Skipped, and said so, where there is no Chromium. */
class BenchBrowserIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path folder;

  private static Browser browser;

  @BeforeAll
  static void openBrowser() throws Exception {
    Optional<Path> program = Browser.program();
    if (program.isEmpty()) {
      System.err.println("SKIPPED: benchmarks are not looked at, as there is no Chromium here.");
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

  @Test
  void thePageOfABenchmarkShowsItsNumbersBesideThePapers() throws Exception {
    Path out = folder.resolve("bench");
    for (List<String> words :
        List.of(
            List.of("table1", "--methods", "k-fed,anchor-graph"),
            List.of("clients", "--methods", "anchor-graph"),
            List.of("graphs", "--sites", "2"))) {
      List<Object> all = new ArrayList<>(List.of("bench", words.get(0), "--data", "iris"));
      all.addAll(words.subList(1, 3));
      all.addAll(List.of("--seeds", 1, "--quiet", "--out", out));
      CommandRun run = CommandRun.of(all.toArray());
      assertThat(run.exitCode()).as(run.err()).isZero();
    }
    JsonNode table = JSON.readTree(Files.readString(out.resolve("table1.json")));
    JsonNode clients = JSON.readTree(Files.readString(out.resolve("clients.json")));
    for (int width : new int[] {1440, 390}) {
      browser.openReport(out, width);

      assertThat(browser.series("table1-dots-acc", 0).get(0).get(0))
          .isEqualTo(table.at("/rows/0/cells/0/acc/mean"));
      assertThat(browser.series("table1-dots-acc", 1).get(0).get(0))
          .as("the paper's")
          .isEqualTo(table.at("/rows/0/cells/0/paper/acc"));
      assertThat(browser.text("#table1-acc"))
          .contains("%.3f".formatted(table.at("/rows/0/cells/1/acc/mean").asDouble()))
          .contains("paper %.3f".formatted(table.at("/rows/0/cells/0/paper/acc").asDouble()));
      assertThat(browser.series("clients-iris-nmi", 0).get(4))
          .isEqualTo(clients.at("/rows/4/cells/0/nmi/mean"));
      assertThat(
              browser
                  .evaluate(
                      "[...document.querySelectorAll('#graphs .picture img')].map(i => i.naturalWidth > 100)")
                  .toString())
          .as("graphs are drawn")
          .isEqualTo("[true,true,true,true,true,true,true,true]");
      assertThat(browser.text("#clients pre")).startsWith("coterie bench clients --data iris");
    }
  }
}
