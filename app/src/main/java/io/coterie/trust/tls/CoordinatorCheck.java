package io.coterie.trust.tls;

import io.coterie.trust.HostPort;
import io.coterie.trust.Role;
import io.coterie.trust.pki.Fingerprint;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.RefusedCertificateException;
import io.coterie.trust.pki.RefusedCertificateException.Cause;
import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * A site's judgement of the coordinator: a valid certificate, for the host that was asked for, and
 * the one that was agreed on if one was.
 *
 * <p>Immutable and thread-safe.
 *
 * @param peers whether the authority gave it
 * @param agreed the fingerprint in the site's connection.yaml
 */
public record CoordinatorCheck(PeerCheck peers, Optional<Fingerprint> agreed) {
  void check(X509Certificate[] chain, String host) throws RefusedCertificateException {
    PartyCertificate coordinator = peers.checkHolder(chain, Role.COORDINATOR);
    peers.checkDates(coordinator);
    if (host == null || coordinator.hosts().stream().noneMatch(name -> same(name, host))) {
      throw new RefusedCertificateException(
          Cause.OTHER_HOST,
          ("The coordinator's certificate is for %s, not for %s. Use one of those names in"
                  + " connection.yaml, or let the coordinator's operator make a certificate for %s"
                  + " (--host).")
              .formatted(String.join(", ", coordinator.hosts()), host, host));
    }
    if (agreed.isPresent() && !agreed.get().equals(coordinator.fingerprint())) {
      throw new RefusedCertificateException(
          Cause.OTHER_FINGERPRINT,
          ("The coordinator shows another certificate than the one agreed on: fingerprint %s, agreed"
                  + " %s. If it was renewed, compare the new one by phone and write it into"
                  + " connection.yaml; if not, do not connect.")
              .formatted(coordinator.fingerprint(), agreed.get()));
    }
  }

  /** We made the certificate, so there are no wildcards and addresses are in the usual form. */
  private static boolean same(String name, String host) {
    return HostPort.plain(name).equals(HostPort.plain(host));
  }
}
