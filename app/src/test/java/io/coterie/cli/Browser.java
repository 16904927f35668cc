package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coterie.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A headless Chromium with one page, spoken to by its DevTools protocol. It keeps what went wrong
 * in the page and every address that the page asked for.
 */
public final class Browser implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PATIENCE_SECONDS = 90;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** Returns the browser of this machine, if there is one. */
  public static Optional<Path> program() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  public static Browser open(Path program, Path profile) throws Exception {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return new Browser(process);
    } catch (Exception e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private Browser(Process process) throws Exception {
    this.process = process;
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest pages =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/json/list".formatted(port())))
            .build();
    List<JsonNode> open = new ArrayList<>();
    Await.until(
        () -> {
          JSON.readTree(client.send(pages, HttpResponse.BodyHandlers.ofString()).body())
              .forEach(open::add);
          open.removeIf(target -> !target.path("type").asText().equals("page"));
          return !open.isEmpty();
        },
        Duration.ofSeconds(PATIENCE_SECONDS));
    socket =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create(open.get(0).path("webSocketDebuggerUrl").asText()), new Ears())
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", JSON.createObjectNode());
    }
  }

  private int port() throws IOException {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.contains("DevTools listening on ")) {
        Thread rest = new Thread(() -> said.lines().forEach(ignored -> {}), "browser");
        rest.setDaemon(true);
        rest.start();
        return URI.create(line.substring(line.indexOf("ws://"))).getPort();
      }
    }
    throw new IOException("The browser ended before it listened.");
  }

  /** Hears answers and events. */
  private final class Ears implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        try {
          hear(JSON.readTree(text.toString()));
        } catch (IOException e) {
          errors.add("unreadable message of the browser");
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private void hear(JsonNode message) {
    if (message.has("id")) {
      waiting.remove(message.get("id").asInt()).complete(message);
      return;
    }
    JsonNode params = message.path("params");
    switch (message.path("method").asText()) {
      case "Runtime.exceptionThrown" -> errors.add(params.path("exceptionDetails").toString());
      case "Log.entryAdded" -> errors.add(params.path("entry").toString());
      case "Runtime.consoleAPICalled" -> errors.add(params.toString());
      case "Network.requestWillBeSent" -> requests.add(params.at("/request/url").asText());
      default -> {}
    }
  }

  private JsonNode call(String method, ObjectNode params) throws Exception {
    int id = lastId.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", params);
    socket.sendText(message.toString(), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    JsonNode result = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (result.has("error")) {
      throw new IllegalStateException(result.get("error").toString());
    }
    return result.path("result");
  }

  /** Sets how wide the window is. */
  void width(int pixels) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        JSON.createObjectNode()
            .put("width", pixels)
            .put("height", 900)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
  }

  /** Runs a script in every page before its own. */
  void beforePages(String script) throws Exception {
    call("Page.addScriptToEvaluateOnNewDocument", JSON.createObjectNode().put("source", script));
  }

  /** Returns how long the page's thread has computed so far, in milliseconds of its own time. */
  double workMillis() throws Exception {
    call("Performance.enable", JSON.createObjectNode().put("timeDomain", "threadTicks"));
    for (JsonNode metric :
        call("Performance.getMetrics", JSON.createObjectNode()).path("metrics")) {
      if (metric.path("name").asText().equals("TaskDuration")) {
        return metric.path("value").asDouble() * 1e3;
      }
    }
    throw new IllegalStateException("The browser does not tell.");
  }

  /** Opens a file and waits until it is drawn. */
  void show(Path file) throws Exception {
    show(file.toUri().toString());
  }

  /** Opens an address and waits until it is loaded. */
  void show(String url) throws Exception {
    errors.clear();
    requests.clear();
    call("Page.navigate", JSON.createObjectNode().put("url", url));
    evaluate(
        "new Promise(done => document.readyState === 'complete' ? done()"
            + " : addEventListener('load', done))");
  }

  /** Returns the value of an expression in the page. */
  public JsonNode evaluate(String script) throws Exception {
    JsonNode result =
        call(
            "Runtime.evaluate",
            JSON.createObjectNode()
                .put("expression", script)
                .put("returnByValue", true)
                .put("awaitPromise", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(result.get("exceptionDetails").toString());
    }
    return result.path("result").path("value");
  }

  /** Puts the mouse on a place of the window. */
  void hover(double x, double y) throws Exception {
    call(
        "Input.dispatchMouseEvent",
        JSON.createObjectNode().put("type", "mouseMoved").put("x", x).put("y", y));
  }

  /** Presses a key of the keyboard, as "Enter" or "Escape". */
  void press(String key) throws Exception {
    ObjectNode params = JSON.createObjectNode().put("key", key).put("code", key);
    params.put("windowsVirtualKeyCode", key.equals("Enter") ? 13 : key.equals("Tab") ? 9 : 27);
    if (key.equals("Enter")) {
      params.put("text", "\r");
    }
    call("Input.dispatchKeyEvent", params.deepCopy().put("type", "keyDown"));
    call("Input.dispatchKeyEvent", params.put("type", "keyUp"));
  }

  /** Returns every address that the page asked for. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  /** Writes the whole page as pictures of at most so many pixels in height. */
  void pictures(Path folder, String name, int height) throws Exception {
    double whole = evaluate("document.documentElement.scrollHeight").asDouble();
    double wide = evaluate("document.documentElement.clientWidth").asDouble();
    for (int part = 0; part * height < whole; part++) {
      ObjectNode params = JSON.createObjectNode().put("captureBeyondViewport", true);
      params
          .putObject("clip")
          .put("x", 0)
          .put("y", part * height)
          .put("width", wide)
          .put("height", Math.min(height, whole - part * height))
          .put("scale", 1);
      byte[] png =
          Base64.getDecoder().decode(call("Page.captureScreenshot", params).path("data").asText());
      Files.write(folder.resolve("%s-%d.png".formatted(name, part)), png);
    }
  }

  /** Returns what the page complained about. */
  List<String> errors() {
    return List.copyOf(errors);
  }

  /** Returns the addresses that the page asked for besides its own and what is inside it. */
  List<String> requests(Path own) {
    List<String> others = new ArrayList<>(requests);
    others.removeIf(url -> url.equals(own.toUri().toString()) || url.startsWith("data:"));
    return others;
  }

  /** Opens a report and checks what holds for every one. */
  public void openReport(Path out, int width) throws Exception {
    Path page = out.resolve("report.html");
    width(width);
    show(page);
    evaluate("Coterie.drawAll()"); // else when they are looked at
    assertThat(errors()).isEmpty();
    assertThat(requests(page)).isEmpty();
    assertThat(evaluate("document.documentElement.scrollWidth").asInt())
        .as("nothing is wider than the window")
        .isLessThanOrEqualTo(width);
    assertThat(evaluate("document.querySelectorAll('h1').length").asInt()).isEqualTo(1);
    assertThat(
            evaluate(
                    "Coterie.figures.filter(f => !f.instance || !f.element.querySelector('svg, canvas')"
                        + " || f.element.querySelector('.chart').getAttribute('aria-label') === ''"
                        + ").length")
                .asInt())
        .as("every chart is drawn and says what it is")
        .isZero();
  }

  /** Returns the numbers of one series of a chart, as the chart holds them. */
  public JsonNode series(String figure, int index) throws Exception {
    return evaluate(
        "Coterie.figures.find(f => f.id === '%s').instance.getOption().series[%d].data.map(d => d.value ?? d)"
            .formatted(figure, index));
  }

  public String text(String selector) throws Exception {
    return evaluate("document.querySelector('%s').textContent".formatted(selector)).asText();
  }

  @Override
  public void close() {
    List<ProcessHandle> helpers = process.descendants().toList();
    socket.abort();
    process.destroy();
    process.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    // They write to the profile until they end, and it could not be removed.
    for (ProcessHandle helper : helpers) {
      helper.destroyForcibly();
      helper.onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
  }
}
