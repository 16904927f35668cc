package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.coordinator.HistoryLine;
import io.coterie.coordinator.Phase;
import io.coterie.coordinator.operator.StudyStatus;
import io.coterie.dashboard.Answer;
import io.coterie.dashboard.LiveServer;
import io.coterie.dashboard.LiveSource;
import io.coterie.dashboard.PageContent;
import io.coterie.json.Json;
import io.coterie.report.StudyFacts;
import io.coterie.study.Study;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The coordinator's page with 200 sites and 10,000 events, to which 1,000 more are added while it
 * is looked at. Says how long the browser took; docs/dashboard.md has the figures.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LivePageSizeIT {
  private static final int SITES = 200;
  private static final int EVENTS = 10_000;
  private static final int MORE = 1_000;

  /** What may be drawn: a row of 9 cells and marks a site, a page of events, the rest. */
  private static final int MOST_NODES = 5_000;

  /** Notes when all is drawn, and every task that kept the page from answering. */
  private static final String WATCH =
      """
      window.measured = { tasks: [] };
      new PerformanceObserver((list) => list.getEntries().forEach((task) => measured.tasks.push([task.startTime, task.duration])))
        .observe({ type: "longtask", buffered: true });
      (function look() {
        const isDrawn = document.querySelectorAll("#sites tbody tr").length === 200
          && document.querySelector("#events [role=status]")?.textContent.startsWith("10,000");
        if (isDrawn) {
          requestAnimationFrame(() => { measured.drawn = performance.now(); });
        } else {
          requestAnimationFrame(look);
        }
      })();
      """;

  @TempDir private Path folder;

  /** A study of many sites that goes on as far as it is told. */
  private static final class LargeStudy implements PageContent {
    private static final Instant BEGINNING = Instant.parse("2026-03-02T08:00:00Z");

    private final Study study;
    private final AtomicInteger happened = new AtomicInteger(EVENTS);

    LargeStudy(Study study) {
      this.study = study;
    }

    private StudyStatus status() {
      int count = happened.get();
      List<StudyStatus.Round> rounds =
          IntStream.rangeClosed(1, 400)
              .mapToObj(
                  r -> new StudyStatus.Round(r, "sums", SITES, 90_000 + r, Duration.ofSeconds(2)))
              .toList();
      List<StudyStatus.Site> sites =
          IntStream.range(0, SITES)
              .mapToObj(
                  s ->
                      new StudyStatus.Site(
                          name(s),
                          StudyStatus.State.JOINED,
                          s % 3 == count % 3,
                          Optional.of(Duration.ofSeconds(s % 30)),
                          "round " + count,
                          1_000L * count + s,
                          500L * count,
                          count / SITES))
              .toList();
      return new StudyStatus(
          study.name(),
          study.hash(),
          Phase.COLLECTING,
          401,
          Optional.of("answer"),
          Optional.of(Duration.ofMinutes(5)),
          SITES / 2,
          Optional.empty(),
          Map.of("accepted", (long) count),
          new StudyStatus.Course(rounds, Map.of("anchors", "64"), List.of(3_000L, 2_000L)),
          sites);
    }

    private LiveSource.News news(long after) {
      List<LiveSource.Line> lines =
          IntStream.rangeClosed((int) after + 1, happened.get())
              .mapToObj(
                  n ->
                      new LiveSource.Line(
                          n,
                          new HistoryLine(
                              n,
                              BEGINNING.plusSeconds(n),
                              "joined",
                              0,
                              "event %d: site %s joined".formatted(n, name(n % SITES)))))
              .toList();
      return new LiveSource.News(status(), lines);
    }

    @Override
    public Map<String, Function<Map<String, String>, Answer>> reads() {
      return Map.of(
          "/status",
          query -> {
            ObjectNode all = Json.object();
            all.putArray("studies").add(Json.tree(status()));
            return Answer.json(all);
          },
          "/study",
          query -> Answer.json(StudyFacts.of(study)));
    }

    @Override
    public Map<String, Function<Map<String, String>, Answer>> acts() {
      return Map.of();
    }

    @Override
    public Optional<LiveSource> live(Map<String, String> query) {
      return Optional.of(this::news);
    }
  }

  private static String name(int site) {
    return "site-%03d".formatted(site);
  }

  private Study study() throws Exception {
    String sites =
        IntStream.range(0, SITES).mapToObj(LivePageSizeIT::name).collect(Collectors.joining(", "));
    return Study.read(
        ServedDots.study(
            folder, sites, "level: component, accept-group-disclosure: true, sums: plain"));
  }

  private static int count(LivePage page, String selector) throws Exception {
    return page.browser()
        .evaluate("document.querySelectorAll('%s').length".formatted(selector))
        .asInt();
  }

  @Test
  void manySitesAndEventsAreDrawnAndTheDocumentStaysSmall() throws Exception {
    LargeStudy large = new LargeStudy(study());
    try (LivePage page = LivePage.open(folder.resolve("profile"));
        LiveServer server =
            new LiveServer(
                new LiveServer.Settings(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    Optional.empty(),
                    "ab".repeat(32),
                    Optional.of("coordinator")),
                large)) {
      page.browser().width(LivePage.DESK);
      page.browser().beforePages(WATCH);
      double work = page.browser().workMillis();
      page.browser().show(server.link());
      page.await("measured.drawn");
      assertThat(count(page, "#sites tbody tr")).isEqualTo(SITES);
      assertThat(page.text("#events li")).contains("event %d:".formatted(EVENTS));
      int nodes = count(page, "*");
      assertThat(nodes).isLessThan(MOST_NODES);
      JsonNode first =
          page.browser().evaluate("({ drawn: measured.drawn, tasks: measured.tasks })");

      double drawing = page.browser().workMillis() - work;
      page.browser().evaluate("measured.tasks = []");
      page.browser().evaluate("window.firstRow = document.querySelector('#sites tbody tr')");
      while (large.happened.get() < EVENTS + MORE) {
        large.happened.addAndGet(20);
        Thread.sleep(100); // the pace of a busy study
      }
      page.awaitText("#events li", "event %d:".formatted(EVENTS + MORE));
      page.awaitText("#events [role=status]", "11,000 events");
      page.awaitText("#sites td.doing", "round %d".formatted(EVENTS + MORE));
      double more = page.browser().workMillis() - work - drawing;
      double longest = longest(page.browser().evaluate("measured.tasks"));
      assertThat(page.text("#events li")).contains("event %d:".formatted(EVENTS + MORE));
      assertThat(
              page.browser()
                  .evaluate(
                      "[...document.querySelectorAll('#events li')].map(n =>"
                          + " Number(n.textContent.match(/event (\\d+)/)[1]))"
                          + ".every((n, i) => n === %d - i)".formatted(EVENTS + MORE))
                  .asBoolean())
          .as("newest first, none twice, none left out")
          .isTrue();
      assertThat(
              page.browser()
                  .evaluate("window.firstRow === document.querySelector('#sites tbody tr')")
                  .asBoolean())
          .as("rows stay, only what is new in them is set")
          .isTrue();
      assertThat(count(page, "#sites tbody tr")).isEqualTo(SITES);
      assertThat(count(page, "*")).isLessThan(MOST_NODES);

      page.browser().evaluate("document.getElementById('filter').value = 'site-007 '");
      page.browser()
          .evaluate("document.getElementById('filter').dispatchEvent(new Event('input'))");
      page.awaitText("#events [role=status]", "55 of 11,000 events");
      assertThat(count(page, "#events li")).isEqualTo(55);
      assertThat(page.browser().errors()).isEmpty();
      System.err.printf(
          "live page: %d sites, %d events, %d elements: all drawn after %.0f ms, of which it"
              + " computed %.0f; longest task %.0f ms%n",
          SITES,
          EVENTS,
          nodes,
          first.path("drawn").asDouble(),
          drawing,
          longest(first.path("tasks")));
      System.err.printf(
          "live page: %d more events in %d parts: it computed %.0f ms; longest task %.0f ms%n",
          MORE, MORE / 20, more, longest);
    }
  }

  /** Tasks of less than 50 ms are not told of. */
  private static double longest(JsonNode tasks) {
    double longest = 0;
    for (JsonNode task : tasks) {
      longest = Math.max(longest, task.path(1).asDouble());
    }
    return longest;
  }
}
