package io.coterie.trust;

import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.PKIXReason;

/**
 * Why a peer's certificate is not accepted, in a sentence for people. Thrown in the handshake, its
 * cause makes the JDK send the peer the alert that comes nearest.
 */
final class RefusedCertificateException extends CertificateException {
  private static final long serialVersionUID = 1L;

  enum Cause {
    EXPIRED,
    NOT_YET_VALID,
    OTHER_AUTHORITY,
    OTHER_ROLE,
    OTHER_HOST,
    OTHER_FINGERPRINT,
    NOT_LISTED,
    NONE,
    UNREADABLE;

    /** The JDK makes of these the alerts expired, bad, unsupported and unknown certificate. */
    private CertPathValidatorException.Reason reason() {
      return switch (this) {
        case EXPIRED -> BasicReason.EXPIRED;
        case NOT_YET_VALID -> BasicReason.NOT_YET_VALID;
        case OTHER_ROLE -> BasicReason.ALGORITHM_CONSTRAINED;
        case NOT_LISTED -> BasicReason.REVOKED;
        default -> PKIXReason.NO_TRUST_ANCHOR;
      };
    }
  }

  private final Cause why;

  RefusedCertificateException(Cause why, String message) {
    super(message, new CertPathValidatorException(message, null, null, -1, why.reason()));
    this.why = why;
  }

  Cause why() {
    return why;
  }
}
