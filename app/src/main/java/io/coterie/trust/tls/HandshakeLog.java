package io.coterie.trust.tls;

import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;
import org.slf4j.LoggerFactory;

/**
 * Stands between gRPC, netty and their logs, where a handshake that fails can leave a stack trace.
 * Callers that show no certificate at all, or do not speak TLS, leave a line at level debug: there
 * may be many, such as the probes of a load balancer. {@link PeerTrust} names those that show a
 * wrong certificate.
 */
public record HandshakeLog(Consumer<String> lines) implements Filter {
  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(HandshakeLog.class);

  /** Has why a handshake fails, at level FINE. Held, so that its filter and its level stay. */
  private static final Logger HANDSHAKES =
      Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.WriteBufferingAndExceptionHandler");

  /** Held, so that its filter stays. */
  private static final Logger PIPELINE =
      Logger.getLogger("io.grpc.netty.shaded.io.netty.channel.DefaultChannelPipeline");

  private static final String NO_CERTIFICATE = "Empty client certificate chain"; // the JDK's words

  public static void begin() {
    set(LOG::debug);
  }

  static void set(Consumer<String> lines) {
    PIPELINE.setFilter(new HandshakeLog(lines));
    HANDSHAKES.setFilter(new HandshakeLog(lines));
    HANDSHAKES.setLevel(Level.FINE);
  }

  @Override
  public boolean isLoggable(LogRecord record) {
    boolean isHandshake = false;
    Optional<String> line = Optional.empty();
    for (Throwable cause = record.getThrown(); cause != null; cause = cause.getCause()) {
      isHandshake |= cause instanceof SSLException;
      if (cause instanceof NotSslRecordException) {
        line = Optional.of("A caller was refused: it does not speak TLS.");
      } else if (String.valueOf(cause.getMessage()).contains(NO_CERTIFICATE)) {
        line = Optional.of("A caller was refused: it showed no certificate.");
      }
    }
    line.ifPresent(lines);
    return !isHandshake && !HANDSHAKES.getName().equals(record.getLoggerName());
  }
}
