package io.coterie.cli.doctor;

import io.coterie.ErrorCode;
import io.coterie.trust.pki.PartyCertificate;
import java.time.Duration;
import java.time.Instant;

/** Whether a certificate holds for long enough. */
final class CertificateCheck {
  private static final long SOON_DAYS = 30;

  private CertificateCheck() {}

  static Check of(String name, PartyCertificate certificate) {
    return of(name, certificate, Instant.now());
  }

  static Check of(String name, PartyCertificate certificate, Instant now) {
    String who = "of %s, until %s".formatted(certificate.holder(), certificate.until());
    if (now.isAfter(certificate.until())) {
      return Check.fail(
          name, ErrorCode.NETWORK, who + ", EXPIRED; let the authority give a new one");
    }
    if (now.isBefore(certificate.from())) {
      return Check.fail(
          name,
          ErrorCode.NETWORK,
          "of %s, valid from %s alone; set the clock"
              .formatted(certificate.holder(), certificate.from()));
    }
    long days = Duration.between(now, certificate.until()).toDays();
    String left = "%s, %d days left".formatted(who, days);
    return days < SOON_DAYS
        ? Check.warn(name, left + "; get a new one before it ends")
        : Check.ok(name, left);
  }
}
