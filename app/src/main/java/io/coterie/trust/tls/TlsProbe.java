package io.coterie.trust.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.trust.Credentials;
import io.coterie.trust.HostPort;
import io.coterie.trust.SiteCredentials;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Tries a connection once and says at once what is wrong with it. gRPC itself would try again and
 * again in silence.
 *
 * <p>In TLS 1.3 a client is through with its handshake before the server has looked at its
 * certificate, so the probe also waits for the server's first byte: the greeting of HTTP/2, or the
 * alert that tells why not.
 */
public final class TlsProbe {
  /** Long enough for a coordinator that is not overloaded. */
  public static final Duration LONGEST = Duration.ofSeconds(5);

  private TlsProbe() {}

  private interface Trial {
    void on(Socket socket, HostPort place) throws IOException;
  }

  /** Connects to an address with a site's credentials and disconnects again. */
  public static void check(String address, SiteCredentials credentials) {
    check(address, credentials, LONGEST);
  }

  public static void check(String address, SiteCredentials credentials, Duration longest) {
    credentials.checkDates();
    try {
      attempt(address, longest, (socket, place) -> handshake(socket, place, credentials));
    } catch (IOException e) {
      throw TlsTrouble.explain(e, address, credentials);
    }
  }

  /** Connects to an address without TLS, and says so if TLS is what is wanted there. */
  public static void checkPlaintext(String address) {
    try {
      attempt(address, LONGEST, (socket, place) -> greet(socket, address));
    } catch (IOException e) {
      throw TlsTrouble.explain(e, address);
    }
  }

  private static void attempt(String address, Duration longest, Trial trial) throws IOException {
    HostPort place = HostPort.of(address);
    AtomicBoolean late = new AtomicBoolean();
    Timer timer = new Timer("coterie-probe", true);
    try (Socket socket = new Socket(Proxy.NO_PROXY)) {
      // Ends even a peer that sends a byte now and then.
      timer.schedule(closing(socket, late), longest.toMillis());
      socket.connect(target(place));
      trial.on(socket, place);
    } catch (IOException e) {
      throw late.get() ? new SocketTimeoutException() : e;
    } finally {
      timer.cancel();
    }
  }

  private static TimerTask closing(Socket socket, AtomicBoolean late) {
    return new TimerTask() {
      @Override
      public void run() {
        late.set(true);
        try {
          socket.close();
        } catch (IOException e) {
          // it is closed
        }
      }
    };
  }

  private static InetSocketAddress target(HostPort place) throws UnknownHostException {
    InetSocketAddress target = new InetSocketAddress(place.host(), place.port());
    if (target.isUnresolved()) {
      throw new UnknownHostException(place.host());
    }
    return target;
  }

  /** A server without TLS answers the greeting of HTTP/2 in kind; any other does not. */
  private static void greet(Socket socket, String address) throws IOException {
    byte[] greeting = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(US_ASCII);
    socket.getOutputStream().write(greeting);
    if (socket.getInputStream().read() != 0) {
      throw new CoterieException(
          ErrorCode.NETWORK,
          ("What listens at %s wants TLS, or is no coordinator, and this side runs with --insecure."
                  + " Leave that out and give the site's folder.")
              .formatted(address));
    }
  }

  private static void handshake(Socket plain, HostPort place, SiteCredentials credentials)
      throws IOException {
    try (SSLSocket socket =
        (SSLSocket)
            credentials
                .socketContext()
                .getSocketFactory()
                .createSocket(plain, place.host(), place.port(), true)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setProtocols(new String[] {Credentials.PROTOCOL});
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      if (socket.getInputStream().read() < 0) {
        throw new CoterieException(
            ErrorCode.NETWORK,
            "The coordinator at %s:%d ended the connection without a word; its log may say more."
                .formatted(place.host(), place.port()));
      }
    }
  }
}
