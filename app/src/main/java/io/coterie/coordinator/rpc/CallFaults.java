package io.coterie.coordinator.rpc;

import io.coterie.PeerText;
import io.coterie.net.RateLimit;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Keeps callers from filling the log. gRPC writes a stack trace for each message that is too long,
 * unpacks to too much or cannot be read; here a short line is left of it, and few of them a minute.
 *
 * <p>Thread-safe.
 */
public final class CallFaults implements Filter {
  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(CallFaults.class);

  private static final int LINES_PER_MINUTE = 5;

  /** Say nothing but what callers do to their connections. Held, so that their levels stay. */
  private static final List<Logger> QUIET =
      Stream.of("NettyServerHandler", "NettyServerTransport")
          .map(name -> Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty." + name))
          .toList();

  /** Also tell of faults of ours. Held, so that their filters stay. */
  private static final List<Logger> FILTERED =
      Stream.of(
              "io.grpc.netty.shaded.io.grpc.netty.NettyServerStream",
              "io.grpc.internal.SerializingExecutor")
          .map(Logger::getLogger)
          .toList();

  private final RateLimit lines =
      new RateLimit(LINES_PER_MINUTE, Duration.ofMinutes(1), InstantSource.system());

  private CallFaults() {}

  /** Begins to keep the log short, for as long as the process runs. */
  public static void keepShort() {
    CallFaults filter = new CallFaults();
    QUIET.forEach(logger -> logger.setLevel(Level.SEVERE));
    FILTERED.forEach(logger -> logger.setFilter(filter));
  }

  @Override
  public boolean isLoggable(LogRecord line) {
    Optional<Status> fault = fault(line.getThrown());
    fault
        .filter(status -> lines.allows(status.getCode().name()))
        .ifPresent(
            status ->
                LOG.warn(
                    "What a caller sent cannot be taken, and its call was ended: {}, {}."
                        + " No more than {} such lines a minute are kept.",
                    status.getCode(),
                    PeerText.line(String.valueOf(status.getDescription()), PeerText.REMARK),
                    LINES_PER_MINUTE));
    return fault.isEmpty();
  }

  /** Returns the status by which gRPC itself ends a call; our own code throws none. */
  private static Optional<Status> fault(Throwable thrown) {
    if (thrown instanceof StatusRuntimeException known) {
      return Optional.of(known.getStatus());
    }
    return thrown instanceof StatusException known
        ? Optional.of(known.getStatus())
        : Optional.empty();
  }
}
