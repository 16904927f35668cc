package io.coterie.coordinator.rpc;

import io.coterie.net.RateLimit;
import io.coterie.trust.tls.SiteGate;
import io.grpc.Context;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls that are under way. A caller that lets its {@link CallTimer} pass loses the call, so
 * that slow callers do not pile up; and no site has more than so many calls.
 *
 * <p>Thread-safe.
 */
public final class CallLimiter extends ServerStreamTracer.Factory
    implements ServerInterceptor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallLimiter.class);

  private static final int LOOKS_PER_TURN = 8;
  private static final int LINES_PER_MINUTE = 5;

  /**
   * For how long callers may keep a coordinator waiting.
   *
   * @param handshake until TLS must be agreed on
   * @param silence after which a caller is asked for a sign of life, and for as long again waited
   *     for
   * @param idle for which a connection may have no call
   * @param turn for which a caller may leave a call where it is: a message that is not whole, or
   *     words that are not taken
   * @param callsPerSite how many calls one site may have at a time, over all its connections
   */
  public record Limits(
      Duration handshake, Duration silence, Duration idle, Duration turn, int callsPerSite) {
    public Limits {
      if (callsPerSite < 1) {
        throw new IllegalArgumentException(
            "A site needs a call or more, not " + callsPerSite + ".");
      }
    }

    /**
     * Returns what every coordinator has. A frame of 256 KB within a turn is 2 KB a second; a site
     * has one call that lasts and at most a few short ones, and those of connections that it lost.
     */
    public static Limits usual() {
      return new Limits(
          Duration.ofSeconds(10),
          Duration.ofSeconds(25),
          Duration.ofMinutes(1),
          Duration.ofMinutes(2),
          64);
    }
  }

  private final Limits limits;
  private final Executor threads;
  private final Consumer<String> refusals;
  private final RateLimit lines =
      new RateLimit(LINES_PER_MINUTE, Duration.ofMinutes(1), InstantSource.system());
  private final Set<CallTimer> turns = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> bySite = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "coterie-turns");
            made.setDaemon(true);
            return made;
          });

  /**
   * Starts to look.
   *
   * @param threads on which the calls are answered
   * @param refusals is told of calls that were ended
   */
  public CallLimiter(Limits limits, Executor threads, Consumer<String> refusals) {
    this.limits = limits;
    this.threads = threads;
    this.refusals = refusals;
    long millis = Math.max(1, limits.turn().toMillis() / LOOKS_PER_TURN);
    Future<?> unused =
        clock.scheduleWithFixedDelay(this::look, millis, millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
    CallTimer turn = new CallTimer(this::forget);
    turns.add(turn);
    return turn;
  }

  private void forget(CallTimer turn) {
    turns.remove(turn);
    turn.site()
        .ifPresent(site -> bySite.computeIfPresent(site, (name, n) -> n == 1 ? null : n - 1));
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    CallTimer turn = CallTimer.CURRENT.get();
    String site = SiteGate.SITE.get();
    if (site != null && turn.takeSite(site, () -> bySite.merge(site, 1, Integer::sum))) {
      if (bySite.getOrDefault(site, 0) > limits.callsPerSite()) {
        String reason =
            "Site %s has more than %d calls at a time; find out what else runs as this site."
                .formatted(site, limits.callsPerSite());
        tell(site, reason);
        // Not for good: calls of connections that were lost end by themselves.
        call.close(Status.UNAVAILABLE.withDescription(reason), new Metadata());
        return new ServerCall.Listener<>() {};
      }
    }
    ServerCall<Q, A> answers =
        new SimpleForwardingServerCall<>(call) {
          @Override
          public void sendMessage(A message) {
            super.sendMessage(message);
            if (!isReady()) {
              turn.isTheirs(); // to take what we say
            }
          }

          @Override
          public void close(Status status, Metadata trailers) {
            super.close(status, trailers);
            turn.saidAll();
          }
        };
    return new SimpleForwardingServerCallListener<>(next.startCall(answers, headers)) {
      @Override
      public void onMessage(Q message) {
        turn.isOurs();
        super.onMessage(message);
        turn.isTheirs(); // to go on, or to say that this was all
      }

      @Override
      public void onHalfClose() {
        turn.heardAll();
        super.onHalfClose();
      }

      @Override
      public void onReady() {
        if (turn.hasHeardAll() && answers.isReady()) {
          turn.isOurs();
        }
        super.onReady();
      }
    };
  }

  private void tell(String site, String line) {
    if (lines.allows(site)) {
      refusals.accept(line);
    }
  }

  /**
   * Looks for callers who are late. Whatever they said may be waiting for a thread, so we do too.
   */
  private void look() {
    long most = limits.turn().toNanos();
    try {
      for (CallTimer turn : turns) {
        if (turn.isLate(most)) {
          threads.execute(
              () -> {
                if (turn.isLate(most)) {
                  end(turn);
                }
              });
        }
      }
    } catch (RuntimeException e) {
      LOG.error(
          "Late callers are not ended this time.", e); // thrown, it would end every later look
    }
  }

  private void end(CallTimer turn) {
    String caller = turn.site().map(site -> "site " + site).orElse("a caller");
    tell(
        caller,
        "A call of %s was ended: it stood still for %d s, and it was the caller's turn."
            .formatted(caller, limits.turn().toSeconds()));
    turn.end();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }

  /**
   * Whose turn it is in a call: the caller's until it has said all, then ours, and again the
   * caller's while it does not take what we say. Bytes that make no whole message do not count.
   *
   * <p>Thread-safe.
   */
  private static final class CallTimer extends ServerStreamTracer {
    /** That of the call on this thread. */
    static final Context.Key<CallTimer> CURRENT = Context.key("turn");

    private final Consumer<CallTimer> ended;
    private volatile boolean theirs = true;
    private volatile long since = System.nanoTime();
    private volatile boolean heardAll;
    private volatile boolean saidAll;
    private Context.CancellableContext context;
    private String site;
    private boolean isOver;

    /**
     * Begins with the call.
     *
     * @param ended runs when the call ends
     */
    CallTimer(Consumer<CallTimer> ended) {
      this.ended = ended;
    }

    @Override
    public synchronized Context filterContext(Context outer) {
      context = outer.withCancellation();
      return context.withValue(CURRENT, this);
    }

    /**
     * Takes down whose call this is, and counts it unless it is over. Returns whether it is not.
     */
    synchronized boolean takeSite(String name, Runnable count) {
      if (!isOver) {
        site = name;
        count.run();
      }
      return !isOver;
    }

    synchronized Optional<String> site() {
      return Optional.ofNullable(site);
    }

    void isTheirs() {
      since = System.nanoTime();
      theirs = true;
    }

    void isOurs() {
      theirs = saidAll;
    }

    /** We have said all, and the caller has to take it. */
    void saidAll() {
      saidAll = true;
      isTheirs();
    }

    void heardAll() {
      heardAll = true;
      isOurs();
    }

    boolean hasHeardAll() {
      return heardAll;
    }

    boolean isLate(long mostNanos) {
      return theirs && System.nanoTime() - since > mostNanos;
    }

    /**
     * Ends the call at once. To close it would not do: the last words, too, wait until they are
     * taken. gRPC resets the stream of a call whose time is up, and knows that by the exception.
     */
    void end() {
      Context.CancellableContext own;
      synchronized (this) {
        own = context;
      }
      if (own != null) {
        own.cancel(new TimeoutException("The caller let its turn pass."));
      }
    }

    @Override
    public void streamClosed(Status status) {
      synchronized (this) {
        isOver = true;
      }
      ended.accept(this);
    }
  }
}
