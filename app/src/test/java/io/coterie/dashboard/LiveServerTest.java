package io.coterie.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.json.Json;
import io.coterie.log.ProcessLog;
import io.coterie.testing.Await;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks with bytes of our own making, so that nothing is sent but what is seen here. */
@Timeout(60)
class LiveServerTest {
  private static final String TOKEN = "ab".repeat(32);
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final AtomicInteger stops = new AtomicInteger();
  private final AtomicInteger happened = new AtomicInteger(3);
  private LiveServer server;

  /** Counts what happened, and can be stopped. */
  private final class Counter implements PageContent {
    @Override
    public Map<String, Function<Map<String, String>, Answer>> reads() {
      return Map.of(
          "/status",
          query -> Answer.json(Json.object().put("count", happened.get())),
          "/fault",
          query -> {
            throw new NullPointerException("planted");
          });
    }

    @Override
    public Map<String, Function<Map<String, String>, Answer>> acts() {
      return Map.of(
          "/stop", query -> Answer.json(Json.object().put("stops", stops.incrementAndGet())));
    }

    @Override
    public Optional<LiveSource> live(Map<String, String> query) {
      return query.containsKey("nothing") ? Optional.empty() : Optional.of(this::news);
    }

    private LiveSource.News news(long after) {
      List<LiveSource.Line> lines = new ArrayList<>();
      for (long n = after + 1; n <= happened.get(); n++) {
        lines.add(new LiveSource.Line(n, Json.object().put("text", "line\n" + n)));
      }
      return new LiveSource.News(
          Json.object().put("count", happened.get()).put("seconds_left", System.nanoTime()), lines);
    }
  }

  @BeforeEach
  void start() throws IOException {
    server =
        new LiveServer(
            new LiveServer.Settings(ANY_PORT, Optional.empty(), TOKEN, Optional.of("coordinator")),
            new Counter(),
            now::get);
  }

  @AfterEach
  void end() {
    server.close();
  }

  private Socket send(String method, String path, String... header) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    String text =
        "%s %s HTTP/1.1\r\nHost: localhost:%d\r\nConnection: close\r\nContent-Length: 0\r\n%s\r\n\r\n"
            .formatted(method, path, server.address().getPort(), String.join("\r\n", header));
    socket.getOutputStream().write(text.getBytes(UTF_8));
    return socket;
  }

  private String ask(String method, String path, String... header) throws IOException {
    try (Socket socket = send(method, path, header)) {
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static String bearer(String token) {
    return "Authorization: Bearer " + token;
  }

  private String session() throws IOException {
    String answer = ask("POST", "/session", bearer(TOKEN));
    return Json.parse(answer.substring(answer.indexOf("\r\n\r\n"))).path("token").asText();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/live.js", "/parts.js", "/coordinator.js", "/charts.js", "/coterie.css"})
  void thePageIsOpenAndLetsNothingElseIn(String path) throws Exception {
    String answer = ask("GET", path);
    String head = answer.substring(0, answer.indexOf("\r\n\r\n"));
    assertThat(head)
        .startsWith("HTTP/1.1 200")
        .containsIgnoringCase("Cache-control: no-store")
        .containsIgnoringCase("X-content-type-options: nosniff")
        .containsIgnoringCase("Referrer-policy: no-referrer")
        .contains("default-src 'none'; script-src 'self'; style-src 'self'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe")
        .doesNotContainIgnoringCase("set-cookie");
    String type =
        path.endsWith("js") ? "text/javascript" : path.endsWith("css") ? "text/css" : "text/html";
    assertThat(head).containsIgnoringCase("Content-type: " + type);
  }

  @Test
  void thePageHasNoScriptOrStyleInItAndNamesNoOtherServer() throws Exception {
    String page = ask("GET", "/");
    assertThat(page)
        .doesNotContain("<style", "style=", "onclick", "http://", "https://")
        .doesNotContainPattern("<script(?![^>]* src=)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET /status", "GET /live", "POST /stop", "POST /session", "GET /nothing"})
  void everythingElseNeedsAToken(String call) throws Exception {
    String[] words = call.split(" ", 2);
    assertThat(ask(words[0], words[1])).startsWith("HTTP/1.1 401");
    assertThat(ask(words[0], words[1], bearer("cd".repeat(32)))).startsWith("HTTP/1.1 401");
    assertThat(ask(words[0], words[1], "Cookie: token=" + TOKEN)).startsWith("HTTP/1.1 401");
    assertThat(stops).hasValue(0);
  }

  @Test
  void whoGuessesTokensIsToldToWaitAndTheOwnerIsNot() throws Exception {
    String wrong = bearer("cd".repeat(32));
    for (int i = 0; i < 60; i++) {
      assertThat(ask("GET", "/status", wrong)).startsWith("HTTP/1.1 401");
    }
    assertThat(ask("GET", "/status", wrong))
        .startsWith("HTTP/1.1 429")
        .containsIgnoringCase("Retry-after: 60");
    assertThat(ask("POST", "/stop")).startsWith("HTTP/1.1 429");
    assertThat(ask("GET", "/status", bearer(TOKEN))).startsWith("HTTP/1.1 200");
    now.set(Instant.EPOCH.plusSeconds(60));
    assertThat(ask("GET", "/status", wrong)).startsWith("HTTP/1.1 401");
  }

  @Test
  void noOtherOriginIsLetIn() throws Exception {
    String evil = "Origin: http://evil.example";
    for (String answer :
        List.of(
            ask("GET", "/", evil),
            ask("OPTIONS", "/status", evil, "Access-Control-Request-Method: GET"),
            ask("OPTIONS", "/stop", bearer(TOKEN), evil),
            ask("GET", "/status", bearer(TOKEN), evil))) {
      assertThat(answer)
          .doesNotContainIgnoringCase("Access-Control-Allow")
          .containsIgnoringCase("Cross-origin-resource-policy: same-origin");
    }
    assertThat(ask("OPTIONS", "/stop", bearer(TOKEN))).startsWith("HTTP/1.1 405");
    assertThat(stops).hasValue(0);
  }

  @Test
  void aPagesTokenHoldsForHalfADay() throws Exception {
    String session = session();
    assertThat(session).matches("[0-9a-f]{64}").isNotEqualTo(TOKEN);
    assertThat(ask("GET", "/status", bearer(session))).startsWith("HTTP/1.1 200");
    now.set(Instant.EPOCH.plus(Duration.ofHours(12)).minusSeconds(1));
    assertThat(ask("GET", "/status", bearer(session))).startsWith("HTTP/1.1 200");
    now.set(Instant.EPOCH.plus(Duration.ofHours(12)));
    assertThat(ask("GET", "/status", bearer(session)))
        .startsWith("HTTP/1.1 401")
        .contains("has expired");
    assertThat(ask("POST", "/stop", bearer(session))).startsWith("HTTP/1.1 401");
    assertThat(ask("GET", "/status", bearer(TOKEN))).startsWith("HTTP/1.1 200");
    assertThat(stops).hasValue(0);
  }

  @Test
  void aLinkCarriesATokenWhereBrowsersDoNotSendIt() throws Exception {
    assertThat(server.link()).matches("http://127\\.0\\.0\\.1:[0-9]+/#[0-9a-f]{64}");
    String token = server.link().substring(server.link().indexOf('#') + 1);
    assertThat(ask("GET", "/status", bearer(token))).startsWith("HTTP/1.1 200");
  }

  @Test
  void nobodyPostsFromAnotherPage() throws Exception {
    String own = "Origin: http://localhost:" + server.address().getPort();
    for (String origin :
        new String[] {
          "Origin: http://evil.example", "Origin: null", own.replace("http:", "https:")
        }) {
      assertThat(ask("POST", "/stop", bearer(TOKEN), origin)).startsWith("HTTP/1.1 403");
    }
    assertThat(stops).hasValue(0);
    assertThat(ask("POST", "/stop", bearer(TOKEN), own)).startsWith("HTTP/1.1 200");
    assertThat(ask("GET", "/stop", bearer(TOKEN), own)).startsWith("HTTP/1.1 405");
    assertThat(ask("POST", "/", bearer(TOKEN), own)).startsWith("HTTP/1.1 405");
    assertThat(stops).hasValue(1);
  }

  /** Reads a stream up to a number of lines that happened, and returns the ids heard. */
  private List<String> hear(String ending, String... header) throws Exception {
    return hear(new ArrayList<>(), ending, header);
  }

  private List<String> hear(List<String> heard, String ending, String... header) throws Exception {
    try (Socket socket = send("GET", "/live", header);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.matches("(id|event|data): .*|HTTP.*|[Cc]ontent-[Tt]ype.*")) {
          heard.add(line);
        }
        if (line.contains(ending)) {
          return heard;
        }
      }
      return heard;
    }
  }

  @Test
  void aStreamTellsAllAndGoesOnWhereItWasLost() throws Exception {
    List<String> first = hear("\"count\":3", bearer(TOKEN));
    assertThat(first.get(0)).startsWith("HTTP/1.1 200");
    assertThat(first)
        .containsSubsequence(
            "event: lines",
            "id: 3",
            "data: [{\"text\":\"line\\n1\"},{\"text\":\"line\\n2\"},{\"text\":\"line\\n3\"}]",
            "event: status");
    happened.set(5);
    List<String> again = hear("\"count\":5", bearer(TOKEN), "Last-Event-ID: 3");
    assertThat(again)
        .containsSubsequence(
            "id: 5", "data: [{\"text\":\"line\\n4\"},{\"text\":\"line\\n5\"}]", "event: status");
    assertThat(hear("\"count\":5", bearer(TOKEN), "Last-Event-ID: 5"))
        .doesNotContain("event: lines");
    assertThat(ask("GET", "/live", bearer(TOKEN), "Last-Event-ID: x")).startsWith("HTTP/1.1 400");
    assertThat(ask("GET", "/live?nothing=1", bearer(TOKEN))).startsWith("HTTP/1.1 404");
  }

  /** Listens on another thread; returns when the first status was heard. */
  private CompletableFuture<List<String>> listen(String ending, String... header) {
    List<String> heard = new CopyOnWriteArrayList<>();
    CompletableFuture<List<String>> all =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return hear(heard, ending, header);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            command -> new Thread(command, "listener").start());
    Await.until(() -> heard.contains("event: status"), Duration.ofSeconds(30));
    return all;
  }

  @Test
  void whatHappensIsToldToThoseWhoListen() throws Exception {
    CompletableFuture<List<String>> heard =
        listen("\"count\":4", bearer(TOKEN), "Last-Event-ID: 3");
    happened.set(4);
    assertThat(heard.get(30, TimeUnit.SECONDS)).contains("id: 4");
  }

  @Test
  void aStreamEndsWhenItsTokenExpires() throws Exception {
    CompletableFuture<List<String>> heard = listen("no such text", bearer(session()));
    now.set(Instant.EPOCH.plus(Duration.ofDays(1)));
    assertThat(heard.get(30, TimeUnit.SECONDS)).contains("event: expired");
  }

  @Test
  void itWaitsForThoseWhoWatch() throws Exception {
    server.awaitUnwatched(Duration.ofHours(1), () -> false); // nobody ever did
    CompletableFuture<Void> waited;
    try (Socket socket = send("GET", "/live", bearer(TOKEN))) {
      assertThat(socket.getInputStream().read()).isPositive();
      waited =
          CompletableFuture.runAsync(
              () -> {
                try {
                  server.awaitUnwatched(Duration.ofMillis(100), () -> false);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              },
              command -> new Thread(command, "waiter").start());
      assertThatThrownBy(() -> waited.get(500, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
    }
    happened.set(10); // a lost page is noticed when it is told something
    waited.get(30, TimeUnit.SECONDS);
  }

  @Test
  void manyPagesLeaveRoomForCalls() throws Exception {
    List<Socket> pages = new ArrayList<>();
    try {
      for (int i = 0; i < 16; i++) {
        Socket page = send("GET", "/live", bearer(TOKEN));
        pages.add(page);
        assertThat(page.getInputStream().read()).isEqualTo('H');
      }
      assertThat(ask("GET", "/live", bearer(TOKEN))).startsWith("HTTP/1.1 503");
      assertThat(ask("GET", "/status", bearer(TOKEN))).startsWith("HTTP/1.1 200");
    } finally {
      for (Socket page : pages) {
        page.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /status HT",
        "GET /status HTTP/1.1\r\nHost: localhost\r\nX: ",
        "POST /stop HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"
      })
  void whoDoesNotFinishARequestIsLeftAndKeepsNobodyWaiting(String beginning) throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 40; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
        slow.add(socket);
        socket.getOutputStream().write(beginning.getBytes(UTF_8));
      }
      assertThat(ask("GET", "/status", bearer(TOKEN))).startsWith("HTTP/1.1 200");
      for (Socket socket : slow) {
        socket.setSoTimeout(30_000); // without a limit this is an error, as nothing ends it
        assertThat(socket.getInputStream().readAllBytes().length).isLessThan(2_000);
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void aFaultOfOursIsInTheLogWithItsStack() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProcessLog log = ProcessLog.toStream(out, Level.INFO, false);
    try {
      assertThat(ask("GET", "/fault", bearer(TOKEN)))
          .startsWith("HTTP/1.1 500")
          .contains("the log has more")
          .doesNotContain("NullPointer", "planted");
    } finally {
      log.close();
    }
    assertThat(out.toString(UTF_8))
        .contains(" error io.coterie.dashboard.LiveServer ", "java.lang.NullPointerException")
        .contains("    at io.coterie.dashboard.LiveServerTest")
        .doesNotContain(TOKEN);
    assertThat(ask("GET", "/status", bearer(TOKEN))).startsWith("HTTP/1.1 200");
  }

  @Test
  void offLoopbackItNeedsACertificate() {
    assertThatThrownBy(
            () ->
                new LiveServer.Settings(
                    new InetSocketAddress("0.0.0.0", 0),
                    Optional.empty(),
                    TOKEN,
                    Optional.of("coordinator")))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("SSH tunnel");
  }
}
