package io.coterie.trust.tls;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.PeerText;
import io.coterie.trust.SiteCredentials;
import io.coterie.trust.pki.RefusedCertificateException;
import io.coterie.trust.pki.Texts;
import io.grpc.Status;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says in words why a connection to the coordinator was not made, and what to do. What the JDK,
 * netty and gRPC report is searched down to its first cause.
 */
public final class TlsTrouble {
  private static final Pattern ALERT = Pattern.compile("Received fatal alert: ([a-z_]+)");

  private static final String TIMED_OUT =
      "it did not answer in time. Is the port right, and open in the firewalls on the way?";

  private final Optional<SiteCredentials> credentials;

  private TlsTrouble(Optional<SiteCredentials> credentials) {
    this.credentials = credentials;
  }

  public static CoterieException explain(Throwable problem, String address) {
    return new TlsTrouble(Optional.empty()).error(problem, address);
  }

  /** Returns the error to end with, for a site whose certificate may be what is refused. */
  public static CoterieException explain(
      Throwable problem, String address, SiteCredentials credentials) {
    requireNonNull(credentials, "credentials is null");
    return new TlsTrouble(Optional.of(credentials)).error(problem, address);
  }

  private CoterieException error(Throwable problem, String address) {
    Optional<String> reason = Optional.empty();
    for (Throwable cause = problem; cause != null && reason.isEmpty(); cause = cause.getCause()) {
      if (cause instanceof CoterieException known) {
        return known;
      }
      reason = cause instanceof RefusedCertificateException ? of(cause) : certain(cause);
    }
    for (Throwable cause = problem; cause != null && reason.isEmpty(); cause = cause.getCause()) {
      reason = likely(cause);
    }
    return new CoterieException(
        ErrorCode.NETWORK,
        "Not connected to the coordinator at %s: %s"
            .formatted(
                address,
                reason.orElse(
                    "the connection failed (%s). Look into the coordinator's log."
                        .formatted(problem.getClass().getSimpleName()))),
        problem);
  }

  private static Optional<String> of(Throwable refusal) {
    String sentence = refusal.getMessage();
    return Optional.of(sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1));
  }

  /** Returns the reason if this cause leaves no doubt. */
  private Optional<String> certain(Throwable cause) {
    String message = message(cause);
    Optional<String> answered = answered(cause);
    if (answered.isPresent()) {
      return answered;
    }
    if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
      return Optional.of("no name server knows that host. Check the name in connection.yaml.");
    }
    if (cause instanceof SocketTimeoutException || isNamed(cause, "ConnectTimeoutException")) {
      return Optional.of(TIMED_OUT);
    }
    if (cause instanceof ConnectException && message.toLowerCase(Locale.ROOT).contains("refused")) {
      return Optional.of(
          "the connection was refused; nothing listens there. Is the coordinator running (coterie"
              + " serve), and is the port right?");
    }
    if (cause instanceof NoRouteToHostException || message.contains("Network is unreachable")) {
      return Optional.of("there is no route to that host. Check the network of this machine.");
    }
    if (isNamed(cause, "NotSslRecordException")
        || message.contains("Unsupported or unrecognized SSL message")) {
      return Optional.of(
          "what answers there does not speak TLS. Either another program has that port, or the"
              + " coordinator was started with --insecure.");
    }
    Matcher alert = ALERT.matcher(message);
    return alert.find() ? Optional.of(alert(alert.group(1))) : Optional.empty();
  }

  /** Returns what the coordinator itself has answered to a call. */
  private Optional<String> answered(Throwable cause) {
    Status status = Status.fromThrowable(cause);
    String description =
        PeerText.ascii(Optional.ofNullable(status.getDescription()).orElse(""), PeerText.REASON);
    return switch (status.getCode()) {
      case PERMISSION_DENIED, UNAUTHENTICATED ->
          Optional.of("it refuses this site. " + description + ownClock());
      case DEADLINE_EXCEEDED -> Optional.of(TIMED_OUT);
      default -> Optional.empty();
    };
  }

  /** Returns what a broken connection most likely means, when nobody has said why. */
  private static Optional<String> likely(Throwable cause) {
    String message = message(cause);
    boolean broken =
        cause instanceof EOFException
            || message.contains("terminated the handshake")
            || message.contains("Network closed for unknown reason")
            || message.contains("First received frame was not SETTINGS")
            || (cause instanceof SocketException && message.contains("reset"));
    return broken
        ? Optional.of(
            "it closed the connection without saying why. If this side runs with --insecure, the"
                + " coordinator wants TLS: leave that out. If not, does a proxy stand between? The"
                + " coordinator's log may say more.")
        : Optional.empty();
  }

  /** What a coordinator means by an alert; what TLS has no alert for is said to the first call. */
  private String alert(String name) {
    return switch (name) {
      case "certificate_unknown", "unknown_ca" ->
          ("the certificate of %s is from another authority than the coordinator's. Both sides need"
                  + " folders of the same provision: compare the fingerprints of ca.crt with coterie"
                  + " cert show.")
              .formatted(holder());
      case "certificate_required", "bad_certificate" ->
          "it got no certificate from this side. A site connects with the folder that coterie"
              + " provision or coterie cert made for it.";
      case "certificate_expired" ->
          ("it finds the certificate of %s expired. Renew it (docs/trust.md#renewal), unless a"
                  + " clock is wrong.%s")
              .formatted(holder(), ownClock());
      case "protocol_version", "handshake_failure", "no_application_protocol" ->
          ("it does not speak TLS 1.3 with gRPC (%s), so it is no Coterie coordinator, or something"
                  + " between takes TLS apart.")
              .formatted(name);
      default -> "it refused the connection (%s).".formatted(name);
    };
  }

  private String holder() {
    return credentials.map(own -> own.certificate().holder()).orElse("this side");
  }

  private String ownClock() {
    return credentials
        .map(own -> " The clock here says %s.".formatted(Texts.time(own.clock().instant())))
        .orElse("");
  }

  private static boolean isNamed(Throwable cause, String name) {
    return cause.getClass().getSimpleName().equals(name); // netty's are renamed in gRPC
  }

  private static String message(Throwable cause) {
    return Optional.ofNullable(cause.getMessage()).orElse("");
  }
}
