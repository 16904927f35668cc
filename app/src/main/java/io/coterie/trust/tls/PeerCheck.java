package io.coterie.trust.tls;

import static java.util.Objects.requireNonNull;

import io.coterie.PeerText;
import io.coterie.trust.Role;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.RefusedCertificateException;
import io.coterie.trust.pki.RefusedCertificateException.Cause;
import io.coterie.trust.pki.Texts;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;

/**
 * Decides whether a certificate is one that the federation's authority gave to a holder of the
 * expected role, and valid now. Signature and dates are the JDK's to check (PKIX); what is wrong is
 * put into words here.
 *
 * <p>Immutable and thread-safe.
 *
 * @param authority of the federation
 * @param clock by which certificates are valid or not
 * @param clockName whose clock it is, for messages that may be read elsewhere
 */
public record PeerCheck(PartyCertificate authority, Clock clock, String clockName) {
  public PeerCheck {
    requireNonNull(authority, "authority is null");
    requireNonNull(clock, "clock is null");
    requireNonNull(clockName, "clockName is null");
  }

  /** Returns the certificate that a peer has shown, if the authority gave it to such a holder. */
  public PartyCertificate checkHolder(X509Certificate[] chain, Role role)
      throws RefusedCertificateException {
    if (chain == null || chain.length == 0) {
      throw new RefusedCertificateException(Cause.NONE, "The other side has shown no certificate.");
    }
    try {
      PartyCertificate certificate = PartyCertificate.of(chain[0]);
      checkHolder(certificate, role);
      return certificate;
    } catch (RefusedCertificateException e) {
      throw e;
    } catch (CertificateException e) {
      throw new RefusedCertificateException(
          Cause.UNREADABLE,
          "The other side shows a certificate that Coterie did not make; is the address right?");
    }
  }

  /** Refuses a certificate that the authority did not give, or not to a holder of this role. */
  public void checkHolder(PartyCertificate certificate, Role role)
      throws RefusedCertificateException {
    try {
      CertPath path =
          CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate.x509()));
      CertPathValidator.getInstance("PKIX").validate(path, parameters(certificate.from()));
    } catch (CertPathValidatorException e) {
      throw new RefusedCertificateException(
          Cause.OTHER_AUTHORITY,
          ("The certificate of %s is from another authority (%s) than this federation's (%s)."
                  + " Either the address is wrong, or the two sides have folders of different"
                  + " provisions: compare the fingerprints of ca.crt with coterie cert show.")
              .formatted(
                  certificate.holder(),
                  PeerText.ascii(
                      certificate.x509().getIssuerX500Principal().getName(), PeerText.REASON),
                  authority.name()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java validates certificates.", e);
    }
    if (certificate.role() != role) {
      throw new RefusedCertificateException(
          Cause.OTHER_ROLE,
          "The other side shows the certificate of %s, where one of a %s is needed. Is the address right?"
              .formatted(certificate.holder(), role));
    }
  }

  /** The dates are left to {@link #checkDates}, which knows whose clock it is. */
  private PKIXParameters parameters(Instant within) throws InvalidAlgorithmParameterException {
    PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority.x509(), null)));
    parameters.setRevocationEnabled(false); // the allow-list does that
    parameters.setDate(Date.from(within));
    return parameters;
  }

  public void checkDates(PartyCertificate certificate) throws RefusedCertificateException {
    Instant now = clock.instant();
    if (now.isAfter(certificate.until())) {
      throw new RefusedCertificateException(
          Cause.EXPIRED,
          ("The certificate of %s expired on %s; %s says %s. If that clock is right, a new"
                  + " certificate is needed (docs/trust.md#renewal); if not, set it.")
              .formatted(
                  certificate.holder(),
                  Texts.time(certificate.until()),
                  clockName,
                  Texts.time(now)));
    }
    if (now.isBefore(certificate.from())) {
      throw new RefusedCertificateException(
          Cause.NOT_YET_VALID,
          ("The certificate of %s is not valid before %s, which was about the time on the clock of"
                  + " the machine that made it; %s says %s. One of the two clocks is wrong: set it,"
                  + " or wait.")
              .formatted(
                  certificate.holder(),
                  Texts.time(certificate.from()),
                  clockName,
                  Texts.time(now)));
    }
  }
}
