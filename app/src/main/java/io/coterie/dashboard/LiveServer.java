package io.coterie.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.coterie.CoterieException;
import io.coterie.json.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the people of one party over HTTP: calls that read, calls that are posted, and, where it
 * has a page, the page's files and a stream of what is new. Off loopback it speaks TLS alone.
 *
 * <p>Thread-safe.
 */
public final class LiveServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveServer.class);

  /** Needs no token and tells nothing but that somebody is there. */
  public static final String HEALTH = "/health";

  private static final int IDLE_SECONDS = 10;

  /** Each page that watches has a thread. */
  private static final int MOST_STREAMS = 16;

  private static final String LIVE = "/live";
  private static final String SESSION = "/session";
  private static final Set<String> GET_ALONE = Set.of(LIVE, "/");

  /** Of Java's server, which has no other way to say it, and without it waits for ever. */
  private static final Map<String, String> LIMITS =
      Map.of(
          "sun.net.httpserver.maxReqTime", "5", // seconds for a request to be whole
          "sun.net.httpserver.drainAmount", "0", // bytes of a body that nobody reads
          "jdk.httpserver.maxConnections", "500");

  static {
    LIMITS.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }

  private final PageContent content;
  private final Map<String, Function<Map<String, String>, Answer>> acts;
  private final Optional<PageFiles> files;
  private final TokenGate gate;
  private final HttpServer server;
  private final ExecutorService threads;
  private final boolean isEncrypted;
  private final Watchers watchers = new Watchers(MOST_STREAMS);

  /**
   * Where a server answers, and whom.
   *
   * @param address to listen at; port 0 finds one
   * @param tls needed off loopback
   * @param token that the owner knows
   * @param page coordinator or site, where there is a page
   */
  public record Settings(
      InetSocketAddress address, Optional<SSLContext> tls, String token, Optional<String> page) {
    public Settings {
      requireNonNull(token, "token is null");
      boolean isLoopback = !address.isUnresolved() && address.getAddress().isLoopbackAddress();
      if (!isLoopback && tls.isEmpty()) {
        throw CoterieException.usage(
            "The address %s is not on loopback, where a page needs a certificate; take 127.0.0.1 and reach it by an SSH tunnel."
                .formatted(address.getHostString()));
      }
    }

    boolean isLoopback() {
      return address.getAddress().isLoopbackAddress();
    }
  }

  /** Starts to answer; IOException if the address is taken. */
  public LiveServer(Settings settings, PageContent content) throws IOException {
    this(settings, content, InstantSource.system());
  }

  LiveServer(Settings settings, PageContent content, InstantSource clock) throws IOException {
    this.content = content;
    this.files = settings.page().map(PageFiles::new);
    this.gate = new TokenGate(settings.token(), settings.isLoopback(), clock);
    this.acts = new HashMap<>(content.acts());
    files.ifPresent(page -> acts.put(SESSION, query -> newSession()));
    this.isEncrypted = settings.tls().isPresent();
    this.server = listen(settings);
    this.threads = threads();
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * Returns a thread for every connection that asks. Java's server reads a request on the thread
   * that answers it, so one that comes byte by byte has a thread until its time is up, and must not
   * keep others waiting.
   */
  private static ExecutorService threads() {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        work -> {
          Thread thread = new Thread(work, "live page");
          thread.setDaemon(true);
          return thread;
        });
  }

  private static HttpServer listen(Settings settings) throws IOException {
    if (settings.tls().isEmpty()) {
      return HttpServer.create(settings.address(), 0);
    }
    HttpsServer encrypted = HttpsServer.create(settings.address(), 0);
    encrypted.setHttpsConfigurator(new NewestTls(settings.tls().get()));
    return encrypted;
  }

  /** TLS 1.3 alone: a context that is named so would still take a client of TLS 1.2. */
  private static final class NewestTls extends HttpsConfigurator {
    NewestTls(SSLContext context) {
      super(context);
    }

    @Override
    public void configure(HttpsParameters connection) {
      SSLParameters parameters = getSSLContext().getDefaultSSLParameters();
      parameters.setProtocols(new String[] {"TLSv1.3"});
      connection.setSSLParameters(parameters);
    }
  }

  public InetSocketAddress address() {
    return server.getAddress();
  }

  public String url() {
    InetSocketAddress place = address();
    String host = place.getAddress().getHostAddress();
    return "%s://%s:%d/"
        .formatted(
            isEncrypted ? "https" : "http",
            host.contains(":") ? "[" + host + "]" : host,
            place.getPort());
  }

  /** Returns the page's address with a new token in it, which a browser does not send along. */
  public String link() {
    return url() + "#" + gate.open();
  }

  /**
   * Waits while pages watch, and a little longer for those that are loaded anew.
   *
   * @param isEnough ends the wait
   */
  public void awaitUnwatched(Duration grace, BooleanSupplier isEnough) throws InterruptedException {
    watchers.awaitNone(grace, isEnough);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (isWithoutBody(exchange)) {
        int unused = exchange.getRequestBody().read(); // to its end, so that the connection stays
      }
      Optional<Answer> answer;
      try {
        answer = respond(exchange);
      } catch (RuntimeException e) {
        LOG.error("A page is answered with an internal error.", e);
        answer = Optional.of(Answer.problem(500, "there was an error here; the log has more"));
      }
      if (answer.isPresent()) {
        send(exchange, answer.get());
      }
    }
  }

  /** Answers, or streams what is new; then there is no answer. */
  private Optional<Answer> respond(HttpExchange exchange) throws IOException {
    String path = requireNonNullElse(exchange.getRequestURI().getPath(), "");
    Optional<Answer> file = files.flatMap(known -> known.find(path));
    Optional<Answer> refusal =
        gate.refusal(exchange, path.equals(HEALTH) || (file.isPresent() && isGet(exchange)));
    return refusal.isEmpty() && path.equals(LIVE) && files.isPresent() && isGet(exchange)
        ? stream(exchange)
        : refusal
            .or(() -> file.filter(found -> isGet(exchange)))
            .or(() -> Optional.of(answer(exchange, path)));
  }

  /** No call has a body; one that says it has is answered without it. */
  private static boolean isWithoutBody(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    String length = headers.getFirst("Content-Length");
    return headers.getFirst("Transfer-Encoding") == null && (length == null || length.equals("0"));
  }

  private static boolean isGet(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("GET");
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] body = answer.body().getBytes(UTF_8);
    head(exchange, answer.type());
    answer.header().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private static void head(HttpExchange exchange, String type) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }

  private Answer answer(HttpExchange exchange, String path) {
    boolean isRead = content.reads().containsKey(path);
    if (!isRead && !acts.containsKey(path)) {
      return GET_ALONE.contains(path) && files.isPresent()
          ? Answer.problem(405, "use GET").with("Allow", "GET")
          : Answer.problem(404, "there is no such page");
    }
    String method = isRead ? "GET" : "POST";
    if (!exchange.getRequestMethod().equals(method)) {
      return Answer.problem(405, "use " + method).with("Allow", method);
    }
    Optional<Map<String, String>> query = query(exchange);
    return query.isEmpty()
        ? Answer.problem(400, "the query cannot be read")
        : (isRead ? content.reads() : acts).get(path).apply(query.get());
  }

  private Answer newSession() {
    return Answer.json(
        Json.object().put("token", gate.open()).put("seconds", TokenGate.LIFE.toSeconds()));
  }

  private static Optional<Map<String, String>> query(HttpExchange exchange) {
    String raw = exchange.getRequestURI().getRawQuery();
    Map<String, String> query = new HashMap<>();
    try {
      for (String part : raw == null ? new String[0] : raw.split("&", -1)) {
        int mark = part.indexOf('=');
        if (mark > 0) {
          query.put(part.substring(0, mark), URLDecoder.decode(part.substring(mark + 1), UTF_8));
        }
      }
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.of(query);
  }

  /** Streams what is new until the page has gone; returns an answer if there is no stream. */
  private Optional<Answer> stream(HttpExchange exchange) throws IOException {
    Optional<LiveSource> source = query(exchange).flatMap(content::live);
    String after = exchange.getRequestHeaders().getFirst("Last-Event-ID");
    if (source.isEmpty()) {
      return Optional.of(Answer.problem(404, "there is nothing of this name to watch"));
    } else if (after != null && !after.matches("[0-9]{1,18}")) {
      return Optional.of(Answer.problem(400, "Last-Event-ID is the number of a line"));
    } else if (!watchers.enter()) {
      return Optional.of(
          Answer.problem(503, "%d pages watch already; close one".formatted(MOST_STREAMS))
              .with("Retry-After", "10"));
    }
    try {
      head(exchange, "text/event-stream; charset=utf-8");
      exchange.sendResponseHeaders(200, 0);
      new LiveStream(
              source.get(),
              exchange.getResponseBody(),
              after == null ? 0 : Long.parseLong(after),
              () -> gate.knows(exchange))
          .run();
    } catch (IOException e) {
      // the page has gone
    } finally {
      watchers.leave();
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    try {
      boolean unused = threads.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many pages watch. Thread-safe. */
  private static final class Watchers {
    private static final long LOOK_MILLIS = 200;

    private final int most;
    private int count;
    private boolean wereAny;
    private long left;

    Watchers(int most) {
      this.most = most;
    }

    /** Takes note of a page that begins to watch; returns whether there is room for it. */
    synchronized boolean enter() {
      if (count == most) {
        return false;
      }
      count++;
      wereAny = true;
      return true;
    }

    synchronized void leave() {
      count--;
      left = System.nanoTime();
      notifyAll();
    }

    /** Waits until nobody has watched for so long; returns at once if nobody ever did. */
    synchronized void awaitNone(Duration grace, BooleanSupplier isEnough)
        throws InterruptedException {
      while (wereAny && !isEnough.getAsBoolean()) {
        long rest = left + grace.toNanos() - System.nanoTime();
        if (count == 0 && rest <= 0) {
          return;
        }
        wait(LOOK_MILLIS);
      }
    }
  }
}
