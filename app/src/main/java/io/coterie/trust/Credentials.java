package io.coterie.trust;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.trust.pki.KeyFiles;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.RefusedCertificateException;
import io.coterie.trust.tls.PeerCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.time.Clock;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;

/** What the folders of a coordinator and of a site have in common, and how it is checked. */
public final class Credentials {
  public static final String PROTOCOL = "TLSv1.3";
  public static final String AUTHORITY = "ca.crt";

  /**
   * How many sessions are remembered, in case a peer takes one up again; Java remembers 20,000 for
   * a day, with their certificates, whoever only looked in.
   */
  static final int SESSIONS = 64;

  static final int SESSION_SECONDS = 300;

  private Credentials() {}

  /** Returns what plain sockets speak TLS 1.3 with; few sessions are remembered. */
  static SSLContext socketContext(KeyManager own, TrustManager... trust) {
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(new KeyManager[] {own}, trust, null);
      for (SSLSessionContext sessions :
          List.of(context.getServerSessionContext(), context.getClientSessionContext())) {
        sessions.setSessionCacheSize(SESSIONS);
        sessions.setSessionTimeout(SESSION_SECONDS);
      }
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java since 11 has TLS 1.3.", e);
    }
  }

  public static PartyCertificate authority(Path folder, Clock clock) {
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
    checkDates(authority, check(authority, clock));
    return authority;
  }

  static PartyCertificate certificate(
      Path file, Role role, PartyCertificate authority, Clock clock) {
    PartyCertificate certificate = PartyCertificate.read(file);
    PeerCheck check = check(authority, clock);
    try {
      check.checkHolder(certificate, role);
    } catch (RefusedCertificateException e) {
      throw CoterieException.badData(
          e.why() == RefusedCertificateException.Cause.OTHER_ROLE
              ? "The certificate %s is of %s, not of a %s; bring the right files together."
                  .formatted(file, certificate.holder(), role)
              : "The certificate %s was not given by the authority %s beside it; bring the right files together."
                  .formatted(file, authority.name()));
    }
    checkDates(certificate, check);
    return certificate;
  }

  /** Returns the judgement of whoever reads its own folder. */
  static PeerCheck check(PartyCertificate authority, Clock clock) {
    return new PeerCheck(authority, clock, "the clock here");
  }

  public static PrivateKey key(Path file, PartyCertificate certificate, Path certificateFile) {
    PrivateKey key = KeyFiles.read(file, KeyFiles.TLS);
    if (!KeyFiles.match(key, certificate.x509().getPublicKey())) {
      throw CoterieException.badData(
          "The key %s does not belong to the certificate %s; bring the right files together."
              .formatted(file, certificateFile));
    }
    return key;
  }

  static void checkDates(PartyCertificate certificate, PeerCheck check) {
    try {
      check.checkDates(certificate);
    } catch (RefusedCertificateException e) {
      throw new CoterieException(ErrorCode.NETWORK, e.getMessage(), e);
    }
  }
}
