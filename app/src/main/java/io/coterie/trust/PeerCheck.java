package io.coterie.trust;

import static java.util.Objects.requireNonNull;

import io.coterie.trust.RefusedCertificateException.Cause;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
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
 */
final class PeerCheck {
  private final PartyCertificate authority;
  private final Clock clock;

  PeerCheck(PartyCertificate authority, Clock clock) {
    this.authority = requireNonNull(authority, "authority is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Returns the certificate that a peer has shown in a handshake, if it may connect. */
  PartyCertificate check(X509Certificate[] chain, Role role) throws RefusedCertificateException {
    if (chain == null || chain.length == 0) {
      throw new RefusedCertificateException(Cause.NONE, "The other side has shown no certificate.");
    }
    try {
      return check(PartyCertificate.of(chain[0]), role);
    } catch (RefusedCertificateException e) {
      throw e;
    } catch (CertificateException e) {
      throw new RefusedCertificateException(
          Cause.UNREADABLE,
          "The other side shows a certificate that Coterie did not make; is the address right?");
    }
  }

  /** Returns the certificate if the authority gave it to a holder of this role and it is valid. */
  PartyCertificate check(PartyCertificate certificate, Role role)
      throws RefusedCertificateException {
    Instant now = clock.instant();
    try {
      CertPath path =
          CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate.x509()));
      CertPathValidator.getInstance("PKIX").validate(path, parameters(now));
    } catch (CertPathValidatorException e) {
      throw refusal(certificate, e.getReason(), now);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java validates certificates.", e);
    }
    if (certificate.role() != role) {
      throw new RefusedCertificateException(
          Cause.OTHER_ROLE,
          "The other side shows the certificate of %s, where one of a %s is needed. Is the address right?"
              .formatted(certificate.holder(), role));
    }
    return certificate;
  }

  private PKIXParameters parameters(Instant now) throws InvalidAlgorithmParameterException {
    PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority.x509(), null)));
    parameters.setRevocationEnabled(false); // the allow-list does that
    parameters.setDate(Date.from(now));
    return parameters;
  }

  private RefusedCertificateException refusal(
      PartyCertificate certificate, CertPathValidatorException.Reason reason, Instant now) {
    if (reason == BasicReason.EXPIRED) {
      return new RefusedCertificateException(Cause.EXPIRED, expired(certificate, now));
    }
    if (reason == BasicReason.NOT_YET_VALID) {
      return new RefusedCertificateException(Cause.NOT_YET_VALID, notYetValid(certificate, now));
    }
    return new RefusedCertificateException(
        Cause.OTHER_AUTHORITY,
        ("The certificate of %s is from another authority (%s) than this federation's (%s). Either"
                + " the address is wrong, or the two sides have folders of different provisions:"
                + " compare the fingerprints of ca.crt with coterie cert show.")
            .formatted(
                certificate.holder(),
                Texts.plain(certificate.x509().getIssuerX500Principal().getName()),
                authority.name()));
  }

  static String expired(PartyCertificate certificate, Instant now) {
    return ("The certificate of %s expired on %s; the clock here says %s. If this clock is right,"
            + " a new certificate is needed (docs/trust.md#renewal); if not, set the clock.")
        .formatted(certificate.holder(), Texts.time(certificate.until()), Texts.time(now));
  }

  static String notYetValid(PartyCertificate certificate, Instant now) {
    return ("The certificate of %s is not valid before %s, which was about the time on the clock of"
            + " the machine that made it; the clock here says %s. One of the two clocks is wrong:"
            + " set it, or wait.")
        .formatted(certificate.holder(), Texts.time(certificate.from()), Texts.time(now));
  }
}
