package io.coterie.coordinator.rpc;

import io.coterie.trust.tls.SiteGate;
import io.grpc.Status;

/** Which site calls: the one of its certificate, whatever the message says. */
final class CallingSite {
  private CallingSite() {}

  /**
   * Returns the calling site's name, which must be the one its certificate has. Without
   * certificates, on loopback, a site is who it says it is.
   */
  static String named(String stated) {
    String proven = SiteGate.SITE.get();
    if (proven != null && !proven.equals(stated)) {
      throw Status.PERMISSION_DENIED
          .withDescription(
              "The call speaks for site %s with the certificate of site %s."
                  .formatted(plain(stated), proven))
          .asRuntimeException();
    }
    return stated;
  }

  /** Keeps what a stranger wrote from breaking a line. */
  static String plain(String text) {
    String cut = text.length() > 60 ? text.substring(0, 60) : text;
    return cut.replaceAll("[^A-Za-z0-9._ -]", "?");
  }
}
