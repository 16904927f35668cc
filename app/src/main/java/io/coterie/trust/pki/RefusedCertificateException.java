package io.coterie.trust.pki;

import java.security.cert.CertificateException;

/** Why a peer's certificate is not accepted, in a sentence for people. */
public final class RefusedCertificateException extends CertificateException {
  private static final long serialVersionUID = 1L;

  public enum Cause {
    EXPIRED,
    NOT_YET_VALID,
    OTHER_AUTHORITY,
    OTHER_ROLE,
    OTHER_HOST,
    OTHER_FINGERPRINT,
    NOT_LISTED,
    NONE,
    UNREADABLE
  }

  private final Cause why;

  public RefusedCertificateException(Cause why, String message) {
    super(message);
    this.why = why;
  }

  public Cause why() {
    return why;
  }
}
