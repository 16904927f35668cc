package io.coterie.trust;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.grpc.Status;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * Says in words why a connection to the coordinator was not made, and what to do. What the JDK,
 * netty and gRPC report is searched down to its first cause.
 */
public final class TlsTrouble {
  private static final Pattern ALERT =
      Pattern.compile("(?:Received fatal alert: |\\(([a-z_]+)\\) )([a-z_]+)");

  private TlsTrouble() {}

  /** Returns the error to end with. */
  public static CoterieException explain(Throwable problem, String address) {
    return explain(problem, address, Optional.empty());
  }

  /** Returns the error to end with, for a site whose certificate may be what is refused. */
  public static CoterieException explain(
      Throwable problem, String address, SiteCredentials credentials) {
    return explain(problem, address, Optional.of(credentials));
  }

  private static CoterieException explain(
      Throwable problem, String address, Optional<SiteCredentials> credentials) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause instanceof CoterieException known) {
        return known;
      }
      if (cause instanceof RefusedCertificateException refused) {
        return network("Not connected to %s. %s".formatted(address, refused.getMessage()), problem);
      }
    }
    Optional<String> told = status(problem);
    for (Throwable cause = problem; cause != null && told.isEmpty(); cause = cause.getCause()) {
      told = reason(cause, credentials);
    }
    return network(
        "Not connected to the coordinator at %s: %s"
            .formatted(
                address,
                told.orElseGet(
                    () ->
                        "the connection failed (%s). Run coterie doctor, or look into the coordinator's log."
                            .formatted(problem.getClass().getSimpleName()))),
        problem);
  }

  /** Returns what the coordinator itself has answered. */
  private static Optional<String> status(Throwable problem) {
    Status status = Status.fromThrowable(problem);
    String description = Texts.plain(Optional.ofNullable(status.getDescription()).orElse(""));
    return switch (status.getCode()) {
      case PERMISSION_DENIED, UNAUTHENTICATED ->
          Optional.of("it refuses this site. " + description);
      case DEADLINE_EXCEEDED -> Optional.of(TIMED_OUT);
      default -> Optional.empty();
    };
  }

  private static final String TIMED_OUT =
      "it did not answer in time. Is the port right, and open in the firewalls on the way?";

  private static final String PLAINTEXT =
      "what answers there does not speak TLS. Either another program has that port, or the"
          + " coordinator was started with --insecure.";

  private static Optional<String> reason(Throwable cause, Optional<SiteCredentials> credentials) {
    String message = Optional.ofNullable(cause.getMessage()).orElse("");
    if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
      return Optional.of("no name server knows that host. Check the name in connection.yaml.");
    }
    if (cause instanceof SocketTimeoutException
        || cause.getClass().getSimpleName().equals("ConnectTimeoutException")) {
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
    if (cause.getClass().getSimpleName().equals("NotSslRecordException")
        || message.contains("Unsupported or unrecognized SSL message")) {
      return Optional.of(PLAINTEXT);
    }
    if (message.contains("First received frame was not SETTINGS")) {
      return Optional.of(
          "it speaks TLS, or no gRPC at all, and this side does not use TLS. Leave out --insecure.");
    }
    if (cause instanceof SSLException) {
      Matcher alert = ALERT.matcher(message);
      if (alert.find()) {
        return Optional.of(alert(alert.group(2), credentials));
      }
    }
    if (cause instanceof EOFException
        || message.contains("terminated the handshake")
        || (cause instanceof SocketException && message.contains("reset"))) {
      return Optional.of(
          "it closed the connection without saying why. Does a proxy or a firewall stand between?"
              + " The coordinator's log may say more.");
    }
    return Optional.empty();
  }

  /**
   * What a coordinator means by an alert; its causes are in {@link RefusedCertificateException}.
   */
  private static String alert(String name, Optional<SiteCredentials> credentials) {
    return switch (name) {
      case "certificate_expired" ->
          "it finds the certificate of %s expired. %s"
              .formatted(holder(credentials), clocks(credentials, true));
      case "bad_certificate", "certificate_required" ->
          credentials.isPresent() && name.equals("bad_certificate")
              ? "it finds the certificate of %s not yet valid. %s"
                  .formatted(holder(credentials), clocks(credentials, false))
              : "it got no certificate from this side, or one that is not yet valid by its clock. A"
                  + " site connects with the folder that coterie provision made for it.";
      case "certificate_unknown", "unknown_ca" ->
          ("the certificate of %s is from another authority than the coordinator's. Both sides need"
                  + " folders of the same provision: compare the fingerprints of ca.crt with coterie"
                  + " cert show.")
              .formatted(holder(credentials));
      case "unsupported_certificate" ->
          "the certificate of %s is not one of a site. Use the site's own folder."
              .formatted(holder(credentials));
      case "certificate_revoked" ->
          "%s is not on the coordinator's allow-list. Ask its operator to approve the site."
              .formatted(holder(credentials));
      case "protocol_version", "handshake_failure", "no_application_protocol" ->
          "it does not speak TLS 1.3 with gRPC, so it is no Coterie coordinator, or something"
              + " between takes TLS apart (%s).".formatted(name);
      default -> "it refused the connection (%s).".formatted(name);
    };
  }

  private static String holder(Optional<SiteCredentials> credentials) {
    return credentials.map(own -> own.certificate().holder()).orElse("this side");
  }

  /** Our certificate was valid by our own clock, so the two clocks differ. */
  private static String clocks(Optional<SiteCredentials> credentials, boolean expired) {
    if (credentials.isEmpty()) {
      return expired
          ? "Renew it (docs/trust.md#renewal), unless a clock is wrong."
          : "One of the two clocks is wrong.";
    }
    PartyCertificate own = credentials.get().certificate();
    Instant now = credentials.get().clock().instant();
    return ("It is valid from %s to %s and the clock here says %s, so the coordinator's clock says"
            + " %s %s: %s")
        .formatted(
            Texts.time(own.from()),
            Texts.time(own.until()),
            Texts.time(now),
            expired ? "later than" : "earlier than",
            Texts.time(expired ? own.until() : own.from()),
            "one of the two clocks is wrong. Set it.");
  }

  private static CoterieException network(String message, Throwable cause) {
    return new CoterieException(ErrorCode.NETWORK, message, cause);
  }
}
