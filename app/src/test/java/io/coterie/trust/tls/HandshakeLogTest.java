package io.coterie.trust.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.handler.codec.DecoderException;
import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** What netty would log of a failed handshake. */
class HandshakeLogTest {
  private static final Logger PIPELINE =
      Logger.getLogger("io.grpc.netty.shaded.io.netty.channel.DefaultChannelPipeline");

  private final List<String> refusals = new ArrayList<>();

  private boolean isLogged(Throwable problem) {
    HandshakeLog.set(refusals::add);
    LogRecord record = new LogRecord(Level.WARNING, "An exceptionCaught() event was fired");
    record.setThrown(problem);
    return PIPELINE.getFilter().isLoggable(record);
  }

  @Test
  void aCallerWithoutCertificateIsALine() {
    assertThat(
            isLogged(
                new DecoderException(new SSLHandshakeException("Empty client certificate chain"))))
        .isFalse();
    assertThat(refusals).containsExactly("A caller was refused: it showed no certificate.");
  }

  @Test
  void aCallerThatDoesNotSpeakTlsIsALine() {
    assertThat(isLogged(new DecoderException(new NotSslRecordException("not an SSL/TLS record"))))
        .isFalse();
    assertThat(refusals).containsExactly("A caller was refused: it does not speak TLS.");
  }

  @Test
  void aWrongCertificateIsToldOfElsewhere() {
    assertThat(isLogged(new DecoderException(new SSLHandshakeException("certificate_unknown"))))
        .isFalse();
    assertThat(refusals).isEmpty();
  }

  @Test
  void connectionsThatFailOtherwiseLeaveNoLine() {
    HandshakeLog.set(refusals::add);
    Logger handshakes =
        Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.WriteBufferingAndExceptionHandler");
    LogRecord line = new LogRecord(Level.FINE, "Ignoring duplicate failure");
    line.setLoggerName(handshakes.getName());
    line.setThrown(new IllegalStateException());
    assertThat(handshakes.isLoggable(Level.FINE)).isTrue();
    assertThat(handshakes.getFilter().isLoggable(line)).isFalse();
    assertThat(refusals).isEmpty();
  }

  @Test
  void whateverElseGoesWrongIsLogged() {
    assertThat(isLogged(new IllegalStateException("reference count: 0"))).isTrue();
    assertThat(isLogged(null)).isTrue();
    assertThat(refusals).isEmpty();
  }
}
