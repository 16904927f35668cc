package io.coterie.trust;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.time.Clock;
import java.time.Instant;

/** What the folders of a coordinator and of a site have in common, and how it is checked. */
final class Credentials {
  static final String PROTOCOL = "TLSv1.3";
  static final String AUTHORITY = "ca.crt";

  private Credentials() {}

  static PartyCertificate authority(Path folder, Clock clock) {
    if (!Files.isDirectory(folder)) {
      throw CoterieException.badData(
          "There is no folder %s; coterie provision makes the folders of a federation."
              .formatted(folder));
    }
    PartyCertificate authority = PartyCertificate.read(folder.resolve(AUTHORITY));
    if (authority.role() != Role.AUTHORITY) {
      throw CoterieException.badData(
          "%s is the certificate of %s, not of an authority; restore it."
              .formatted(folder.resolve(AUTHORITY), authority.holder()));
    }
    checkDates(authority, clock.instant());
    return authority;
  }

  static PartyCertificate certificate(
      Path file, Role role, PartyCertificate authority, Clock clock) {
    PartyCertificate certificate = PartyCertificate.read(file);
    try {
      return new PeerCheck(authority, clock).check(certificate, role);
    } catch (RefusedCertificateException e) {
      ErrorCode code =
          switch (e.why()) {
            case EXPIRED, NOT_YET_VALID -> ErrorCode.NETWORK;
            default -> ErrorCode.BAD_DATA;
          };
      throw new CoterieException(
          code,
          switch (e.why()) {
            case OTHER_AUTHORITY ->
                "The certificate %s was not given by the authority %s beside it; bring the right files together."
                    .formatted(file, authority.name());
            case OTHER_ROLE ->
                "The certificate %s is of %s, not of a %s; bring the right files together."
                    .formatted(file, certificate.holder(), role);
            default -> "%s: %s".formatted(file, e.getMessage());
          });
    }
  }

  static PrivateKey key(Path file, PartyCertificate certificate, Path certificateFile) {
    PrivateKey key = KeyFiles.read(file, KeyFiles.TLS);
    if (!KeyFiles.match(key, certificate.x509().getPublicKey())) {
      throw CoterieException.badData(
          "The key %s does not belong to the certificate %s; bring the right files together."
              .formatted(file, certificateFile));
    }
    return key;
  }

  static void checkDates(PartyCertificate certificate, Instant now) {
    if (now.isAfter(certificate.until())) {
      throw new CoterieException(ErrorCode.NETWORK, PeerCheck.expired(certificate, now));
    }
    if (now.isBefore(certificate.from())) {
      throw new CoterieException(ErrorCode.NETWORK, PeerCheck.notYetValid(certificate, now));
    }
  }
}
