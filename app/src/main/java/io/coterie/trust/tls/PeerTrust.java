package io.coterie.trust.tls;

import io.coterie.trust.HostPort;
import io.coterie.trust.Role;
import io.coterie.trust.pki.Fingerprint;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.RefusedCertificateException;
import io.coterie.trust.pki.RefusedCertificateException.Cause;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Lets a TLS connection ask a {@link PeerCheck}. It is one of the extended kind: the JDK then
 * leaves the whole decision here, host name included, and wraps no exception.
 *
 * <p>Immutable and thread-safe.
 */
public abstract class PeerTrust extends X509ExtendedTrustManager {

  /**
   * Returns the coordinator's side: holders of a site's certificate are accepted. Dates and the
   * allow-list are left to {@link SiteGate}, which can say in words what TLS could not: the JDK has
   * one alert for all that is wrong with a client's certificate.
   */
  public static PeerTrust ofCoordinator(PeerCheck check, Consumer<String> refusals) {
    return new PeerTrust() {
      @Override
      void client(X509Certificate[] chain) throws RefusedCertificateException {
        try {
          check.checkHolder(chain, Role.SITE);
        } catch (RefusedCertificateException e) {
          refusals.accept(e.getMessage());
          throw e;
        }
      }
    };
  }

  /**
   * Returns a site's side: the coordinator needs a valid certificate, for the host that was asked
   * for, and the one that was agreed on if one was.
   *
   * @param agreed the fingerprint in the site's connection.yaml
   */
  public static PeerTrust ofSite(PeerCheck check, Optional<Fingerprint> agreed) {
    return new PeerTrust() {
      @Override
      void server(X509Certificate[] chain, String host) throws RefusedCertificateException {
        PartyCertificate coordinator = check.checkHolder(chain, Role.COORDINATOR);
        check.checkDates(coordinator);
        requireHost(coordinator, host);
        if (agreed.isPresent() && !agreed.get().equals(coordinator.fingerprint())) {
          throw new RefusedCertificateException(
              Cause.OTHER_FINGERPRINT,
              ("The coordinator shows another certificate than the one agreed on: fingerprint %s,"
                      + " agreed %s. If it was renewed, compare the new one by phone and write it"
                      + " into connection.yaml; if not, do not connect.")
                  .formatted(coordinator.fingerprint(), agreed.get()));
        }
      }
    };
  }

  /** We made the certificate, so there are no wildcards and addresses are in the usual form. */
  private static void requireHost(PartyCertificate coordinator, String host)
      throws RefusedCertificateException {
    if (host == null
        || coordinator.hosts().stream()
            .noneMatch(name -> HostPort.plain(name).equals(HostPort.plain(host)))) {
      throw new RefusedCertificateException(
          Cause.OTHER_HOST,
          ("The coordinator's certificate is for %s, not for %s. Use one of those names in"
                  + " connection.yaml, or let the coordinator's operator make a certificate for %s"
                  + " (--host).")
              .formatted(String.join(", ", coordinator.hosts()), host, host));
    }
  }

  void client(X509Certificate[] chain) throws CertificateException {
    throw new CertificateException("a site accepts no connections");
  }

  void server(X509Certificate[] chain, String host) throws CertificateException {
    throw new CertificateException("a coordinator opens no connections");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    client(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    client(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    client(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    server(chain, ((SSLSocket) socket).getHandshakeSession().getPeerHost());
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    server(chain, engine.getPeerHost());
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("the host is not known");
  }

  /** Returns nobody: then a client shows the certificate it has, and we say what is wrong. */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
