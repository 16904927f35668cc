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
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes a picture of a page as a person would see it: opens it in a headless Chromium, waits until
 * it is drawn, and writes a PNG. For make.sh.
 *
 * <pre>java Shot.java PROFILE URL OUT.png WIDTH HEIGHT THEME UNTIL SELECTOR</pre>
 *
 * UNTIL is a JavaScript expression that is awaited; SELECTOR names what is in the picture, from the
 * top of the first to the bottom of the last that matches, and at most HEIGHT of it.
 */
final class Shot {
  private static final int PATIENCE_SECONDS = 60;
  private static final Pattern NUMBER = Pattern.compile("\"value\":\"([0-9. ]+)\"");
  private static final Pattern PICTURE = Pattern.compile("\"data\":\"([A-Za-z0-9+/=]+)\"");
  private static final Pattern PAGE =
      Pattern.compile("\"type\": \"page\".*?\"webSocketDebuggerUrl\": \"([^\"]+)\"", Pattern.DOTALL);

  private final WebSocket socket;
  private int lastId;
  private volatile int awaited;
  private volatile CompletableFuture<String> answer;

  private Shot(String url) throws Exception {
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(url), new Ears())
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private final class Ears implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        if (text.indexOf("{\"id\":" + awaited + ",") == 0) {
          answer.complete(text.toString());
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private String call(String method, String params) throws Exception {
    answer = new CompletableFuture<>();
    awaited = ++lastId;
    socket.sendText(
        "{\"id\":%d,\"method\":\"%s\",\"params\":{%s}}".formatted(awaited, method, params), true);
    String said = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (said.contains("\"error\":{") || said.contains("exceptionDetails")) {
      throw new IllegalStateException(said);
    }
    return said;
  }

  private String evaluate(String script) throws Exception {
    String quoted = script.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ");
    return call(
        "Runtime.evaluate",
        "\"expression\":\"%s\",\"returnByValue\":true,\"awaitPromise\":true".formatted(quoted));
  }

  private void await(String expression) throws Exception {
    for (int look = 0; look < PATIENCE_SECONDS * 10; look++) {
      if (evaluate("Boolean(" + expression + ")").contains("\"value\":true")) {
        return;
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException("It never came true: " + expression);
  }

  private byte[] take(String url, int width, int height, String theme, String until, String what)
      throws Exception {
    call("Page.enable", "");
    call(
        "Emulation.setDeviceMetricsOverride",
        "\"width\":%d,\"height\":%d,\"deviceScaleFactor\":1,\"mobile\":false"
            .formatted(width, height));
    call(
        "Emulation.setEmulatedMedia",
        "\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"%s\"}]".formatted(theme));
    call("Page.navigate", "\"url\":\"%s\"".formatted(url));
    await("document.readyState === 'complete'");
    await(until);
    evaluate("new Promise(done => setTimeout(done, 700))"); // what moves has come to rest
    Matcher place =
        NUMBER.matcher(
            evaluate(
                "(() => { const all = [...document.querySelectorAll('%s')].map(n => n.getBoundingClientRect());"
                        .formatted(what)
                    + "const top = Math.floor(Math.min(...all.map(r => r.top)) + scrollY);"
                    + "const bottom = Math.ceil(Math.max(...all.map(r => r.bottom)) + scrollY);"
                    + "return top + ' ' + (bottom - top); })()"));
    if (!place.find()) {
      throw new IllegalStateException("There is no " + what);
    }
    String[] numbers = place.group(1).split(" ");
    Matcher picture =
        PICTURE.matcher(
            call(
                "Page.captureScreenshot",
                "\"captureBeyondViewport\":true,\"optimizeForSpeed\":false,\"clip\":{\"x\":0,\"y\":%s,\"width\":%d,\"height\":%d,\"scale\":1}"
                    .formatted(
                        numbers[0], width, Math.min(height, Integer.parseInt(numbers[1])))));
    if (!picture.find()) {
      throw new IllegalStateException("The browser gave no picture.");
    }
    return Base64.getDecoder().decode(picture.group(1));
  }

  private static String pageOf(Process browser) throws Exception {
    BufferedReader said =
        new BufferedReader(new InputStreamReader(browser.getErrorStream(), StandardCharsets.UTF_8));
    String line = said.readLine();
    while (line != null && !line.contains("DevTools listening on ")) {
      line = said.readLine();
    }
    if (line == null) {
      throw new IOException("The browser ended before it listened.");
    }
    Thread rest = new Thread(() -> said.lines().forEach(ignored -> {}));
    rest.setDaemon(true);
    rest.start();
    int port = URI.create(line.substring(line.indexOf("ws://"))).getPort();
    HttpRequest list =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/json/list".formatted(port))).build();
    for (int attempt = 0; attempt < 100; attempt++) {
      Matcher page =
          PAGE.matcher(
              HttpClient.newHttpClient().send(list, HttpResponse.BodyHandlers.ofString()).body());
      if (page.find()) {
        return page.group(1);
      }
      Thread.sleep(100);
    }
    throw new IOException("The browser has no page.");
  }

  public static void main(String[] words) throws Exception {
    Process browser =
        new ProcessBuilder(
                System.getenv().getOrDefault("CHROMIUM", "chromium"),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--no-first-run",
                "--remote-debugging-port=0",
                "--user-data-dir=" + words[0],
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      byte[] png =
          new Shot(pageOf(browser))
              .take(
                  words[1],
                  Integer.parseInt(words[3]),
                  Integer.parseInt(words[4]),
                  words[5],
                  words[6],
                  words[7]);
      Files.write(Path.of(words[2]), png);
    } finally {
      browser.destroy();
      browser.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    System.exit(0); // the socket's threads need not be waited for
  }
}
