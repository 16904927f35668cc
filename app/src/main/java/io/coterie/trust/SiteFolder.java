package io.coterie.trust;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.store.AtomicOutput;
import io.coterie.store.PrivateFiles;
import io.coterie.trust.pki.KeyFiles;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.SiteRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.time.Clock;

/**
 * The folder of a site that makes its own keys, which never leave it: a request goes out, the
 * authority's answer comes back.
 *
 * @param folder with the keys
 */
public record SiteFolder(Path folder) {
  private static final String REQUEST = ".csr";

  public SiteFolder {
    requireNonNull(folder, "folder is null");
  }

  /** Makes the keys of a site and its request for a certificate. */
  public SiteRequest request(String site) {
    SiteNames.check(site);
    if (Files.exists(folder.resolve(SiteCredentials.KEY))) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The folder %s holds a site's keys, which are never replaced; choose another with --out."
              .formatted(folder));
    }
    return AtomicOutput.writeFolder(
        folder,
        false,
        AtomicOutput.Readers.USUAL,
        staging -> {
          KeyPair tls = KeyFiles.newTlsKeys();
          KeyPair identity = KeyFiles.newIdentityKeys();
          SiteRequest request = SiteRequest.of(site, tls, identity);
          KeyFiles.write(staging.file(SiteCredentials.KEY), tls.getPrivate());
          KeyFiles.write(staging.file(SiteCredentials.IDENTITY), identity.getPrivate());
          PrivateFiles.replace(staging.file(site + REQUEST), request.text());
          return request;
        });
  }

  /** Returns the file with the request of a site, to be sent to the authority. */
  public Path requestFile(String site) {
    return folder.resolve(site + REQUEST);
  }

  /** Takes in what the authority sent back, if it fits the keys that are here. */
  public SiteCredentials accept(Path answer) {
    if (Files.exists(folder.resolve(SiteCredentials.CERTIFICATE))) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The folder %s has a certificate already, which is not replaced.".formatted(folder));
    }
    PartyCertificate certificate = check(answer);
    try {
      certificate.write(folder.resolve(SiteCredentials.CERTIFICATE));
      copy(answer, Connection.FILE);
      copy(answer, Credentials.AUTHORITY);
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "Nothing can be written to %s (%s). Check its permissions."
              .formatted(folder, e.getClass().getSimpleName()),
          e);
    }
    return SiteCredentials.load(folder);
  }

  /** Returns the authority that an answer names, to be compared by phone before it is accepted. */
  public static PartyCertificate authorityOf(Path answer) {
    return Credentials.authority(answer, Clock.systemUTC());
  }

  private PartyCertificate check(Path answer) {
    PartyCertificate certificate =
        Credentials.certificate(
            answer.resolve(SiteCredentials.CERTIFICATE),
            Role.SITE,
            authorityOf(answer),
            Clock.systemUTC());
    Credentials.key(
        folder.resolve(SiteCredentials.KEY),
        certificate,
        answer.resolve(SiteCredentials.CERTIFICATE));
    PrivateKey identity =
        KeyFiles.read(folder.resolve(SiteCredentials.IDENTITY), KeyFiles.IDENTITY);
    if (!certificate.holdsIdentity(identity)) {
      throw CoterieException.badData(
          "The certificate in %s is for other keys than those in %s; it answers another request."
              .formatted(answer, folder));
    }
    if (!Connection.read(answer.resolve(Connection.FILE)).site().equals(certificate.name())) {
      throw CoterieException.badData(
          "The files in %s are of different sites; let the authority send them again."
              .formatted(answer));
    }
    return certificate;
  }

  private void copy(Path answer, String file) throws IOException {
    try {
      PrivateFiles.replace(folder.resolve(file), Files.readString(answer.resolve(file)));
    } catch (NoSuchFileException e) {
      throw CoterieException.badData(
          "The file %s is missing; let the authority send it again."
              .formatted(answer.resolve(file)));
    }
  }
}
