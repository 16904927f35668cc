package io.coterie.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Where the operator of a coordinator asks how it goes: HTTP on loopback, for whoever can read the
 * token in the coordinator's folder. It tells who takes part and how far a study is, and can end
 * one; it has no way to a message, a record or a key.
 *
 * <p>Thread-safe.
 */
public final class OperatorEndpoint implements AutoCloseable {
  /** Enough for a few who look at the same time; each answer takes milliseconds. */
  private static final int THREADS = 8;

  private final OperatorGate gate;
  private final OperatorPages pages;
  private final OperatorFile file;
  private final Path home;
  private final HttpServer server;
  private final ExecutorService threads;

  /**
   * Starts to answer.
   *
   * @param address on loopback; port 0 finds one
   * @param home the coordinator's folder, where the address and the token are written
   * @param software its version
   */
  public OperatorEndpoint(
      Coordinator coordinator, InetSocketAddress address, Path home, String software) {
    if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
      throw CoterieException.usage(
          "--operator is %s; the operator's endpoint is on loopback alone, as 127.0.0.1:7444. Reach it from elsewhere by an SSH tunnel."
              .formatted(address.getHostString()));
    }
    this.home = home;
    try {
      server = HttpServer.create(address, 0);
      file = new OperatorFile(server.getAddress(), OperatorFile.newToken());
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "The operator's endpoint cannot listen at %s:%d (%s). Choose another port with --operator."
              .formatted(address.getHostString(), address.getPort(), e.getMessage()),
          e);
    }
    gate = new OperatorGate(file.token());
    pages = new OperatorPages(coordinator, software);
    threads =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              Thread thread = new Thread(work, "operator");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
    try {
      file.write(home);
    } catch (IOException e) {
      close();
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The file %s cannot be written (%s); check the folder."
              .formatted(home.resolve(OperatorFile.NAME), e.getClass().getSimpleName()),
          e);
    }
  }

  public InetSocketAddress address() {
    return file.address();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      OperatorPage page;
      try {
        page = gate.refusal(exchange).orElseGet(() -> pages.answer(exchange));
      } catch (RuntimeException e) {
        // What went wrong is in nobody's interest here but its kind.
        page =
            OperatorPage.problem(
                500, "the coordinator met an error: " + e.getClass().getSimpleName());
      }
      byte[] body = page.body().getBytes(UTF_8);
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Type", page.type());
      headers.set("Cache-Control", "no-store");
      headers.set("X-Content-Type-Options", "nosniff");
      page.header().forEach(headers::set);
      exchange.sendResponseHeaders(page.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Stops answering and takes the files away. */
  @Override
  public void close() {
    file.delete(home);
    server.stop(0);
    threads.shutdownNow();
  }
}
