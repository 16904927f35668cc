package io.coterie.trust.tls;

import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;

/**
 * Stands between netty and its log, where a handshake that fails can leave a stack trace. Callers
 * that show no certificate at all, or do not speak TLS, are worth a line; of those that show a
 * wrong one {@link PeerTrust} tells.
 *
 * <p>netty has one log for the whole process, so the lines go to the coordinator that came last.
 */
public record HandshakeLog(Consumer<String> refusals) implements Filter {
  /** Held, so that its filter stays. */
  private static final Logger PIPELINE =
      Logger.getLogger("io.grpc.netty.shaded.io.netty.channel.DefaultChannelPipeline");

  private static final String NO_CERTIFICATE = "Empty client certificate chain"; // the JDK's words

  public static void tell(Consumer<String> refusals) {
    PIPELINE.setFilter(new HandshakeLog(refusals));
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
    line.ifPresent(refusals);
    return !isHandshake;
  }
}
