package io.coterie.coordinator.operator;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.coordinator.Coordinator;
import io.coterie.dashboard.LiveServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;

/**
 * Where the operator of a coordinator asks how it goes: HTTP on loopback, for whoever can read the
 * token in the coordinator's folder. It tells who takes part and how far a study is, and can end
 * one; it has no way to a message, a record or a key. Its page, where one is wanted, is there too
 * or at an address of its own.
 *
 * <p>Thread-safe.
 */
public final class OperatorEndpoint implements AutoCloseable {
  private static final String COORDINATOR = "coordinator";

  private final OperatorFile file;
  private final Path home;
  private final LiveServer server;
  private final Optional<LiveServer> page;

  /**
   * The page that an operator may look at.
   *
   * @param address of its own; else it is where the endpoint is
   * @param tls for an address that is not on loopback
   * @param resumes goes on with a study that has ended, and returns whether it does
   */
  public record Page(
      Optional<InetSocketAddress> address, Optional<SSLContext> tls, Predicate<String> resumes) {
    public Page {
      requireNonNull(resumes, "resumes is null");
    }
  }

  /**
   * Starts to answer.
   *
   * @param address on loopback; port 0 finds one
   * @param home the coordinator's folder, where the address and the token are written
   * @param software its version
   */
  public OperatorEndpoint(
      Coordinator coordinator,
      InetSocketAddress address,
      Path home,
      String software,
      Optional<Page> page) {
    if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
      throw CoterieException.usage(
          "--operator is %s; the operator's endpoint is on loopback only, as 127.0.0.1:7444. Reach it from elsewhere by an SSH tunnel."
              .formatted(address.getHostString()));
    }
    this.home = home;
    OperatorPages pages =
        new OperatorPages(coordinator, software, page.map(Page::resumes).orElse(study -> false));
    String token = OperatorFile.newToken();
    boolean isShared = page.isPresent() && page.get().address().isEmpty();
    server =
        listen(
            "--operator",
            new LiveServer.Settings(
                address,
                Optional.empty(),
                token,
                isShared ? Optional.of(COORDINATOR) : Optional.empty()),
            pages);
    file = new OperatorFile(server.address(), token);
    try {
      this.page =
          isShared
              ? Optional.of(server)
              : page.map(
                  own ->
                      listen(
                          "--dashboard",
                          new LiveServer.Settings(
                              own.address().orElseThrow(),
                              own.tls(),
                              token,
                              Optional.of(COORDINATOR)),
                          pages));
    } catch (CoterieException e) {
      server.close();
      throw e;
    }
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

  private static LiveServer listen(
      String option, LiveServer.Settings settings, OperatorPages pages) {
    try {
      return new LiveServer(settings, pages);
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          "The operator's endpoint cannot listen at %s:%d (%s). Choose another port with %s."
              .formatted(
                  settings.address().getHostString(),
                  settings.address().getPort(),
                  e.getMessage(),
                  option),
          e);
    }
  }

  public InetSocketAddress address() {
    return file.address();
  }

  public Optional<String> pageUrl() {
    return page.map(LiveServer::url);
  }

  /** Returns the same with a token in it, for whoever sees it. */
  public Optional<String> pageLink() {
    return page.map(LiveServer::link);
  }

  /** Waits while somebody looks at the page; a page that is closed may be loaded anew. */
  public void awaitUnwatched(Duration grace, BooleanSupplier isEnough) throws InterruptedException {
    if (page.isPresent()) {
      page.get().awaitUnwatched(grace, isEnough);
    }
  }

  /** Stops answering and takes the files away. */
  @Override
  public void close() {
    file.delete(home);
    server.close();
    page.ifPresent(LiveServer::close);
  }
}
