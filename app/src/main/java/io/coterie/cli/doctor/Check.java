package io.coterie.cli.doctor;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.trust.pki.PartyCertificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One thing that was looked at.
 *
 * @param detail what was found, and what to do about it
 * @param failure of what kind it is, if it failed
 */
record Check(String name, Verdict verdict, String detail, Optional<ErrorCode> failure) {
  private static final long SOON_DAYS = 30;

  enum Verdict {
    OK,
    WARN,
    FAIL
  }

  Check {
    if (failure.isPresent() != (verdict == Verdict.FAIL)) {
      throw new IllegalArgumentException("A failure has a kind, and nothing else has.");
    }
  }

  static Check ok(String name, String detail) {
    return new Check(name, Verdict.OK, detail, Optional.empty());
  }

  static Check warn(String name, String detail) {
    return new Check(name, Verdict.WARN, detail, Optional.empty());
  }

  static Check fail(String name, ErrorCode kind, String detail) {
    return new Check(name, Verdict.FAIL, detail, Optional.of(kind));
  }

  /** Looks at something that says itself what is wrong with it. */
  static Check of(String name, Supplier<Check> look) {
    try {
      return look.get();
    } catch (CoterieException e) {
      return fail(name, e.code(), e.getMessage());
    }
  }

  /** Looks whether a certificate holds for long enough. */
  static Check of(String name, PartyCertificate certificate) {
    Instant now = Instant.now();
    String who = "of %s, until %s".formatted(certificate.holder(), certificate.until());
    if (now.isAfter(certificate.until())) {
      return fail(name, ErrorCode.NETWORK, who + ", EXPIRED; let the authority give a new one");
    }
    if (now.isBefore(certificate.from())) {
      return fail(
          name,
          ErrorCode.NETWORK,
          "of %s, valid only from %s; set the clock"
              .formatted(certificate.holder(), certificate.from()));
    }
    long days = Duration.between(now, certificate.until()).toDays();
    String left = "%s, %d days left".formatted(who, days);
    return days < SOON_DAYS ? warn(name, left + "; get a new one before it ends") : ok(name, left);
  }
}
