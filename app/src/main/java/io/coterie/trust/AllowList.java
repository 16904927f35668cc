package io.coterie.trust;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.store.PrivateFiles;
import io.coterie.trust.pki.PartyCertificate;
import io.coterie.trust.pki.RefusedCertificateException;
import io.coterie.trust.pki.RefusedCertificateException.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sites that a coordinator lets in: a folder with the certificate of each. Whoever is not in it
 * is refused, whatever the authority signed.
 *
 * <p>Thread-safe; always what the folder holds now.
 *
 * @param folder with a file NAME.crt for each site
 */
record AllowList(Path folder) {
  static final String FOLDER = "sites";
  static final String EXTENSION = ".crt";

  static AllowList in(Path coordinator) {
    return new AllowList(coordinator.resolve(FOLDER));
  }

  Path file(String site) {
    return folder.resolve(site + EXTENSION);
  }

  Optional<PartyCertificate> find(String site) {
    Path file = file(site);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    PartyCertificate certificate = PartyCertificate.read(file);
    if (certificate.role() != Role.SITE || !certificate.name().equals(site)) {
      throw CoterieException.badData(
          "%s is the certificate of %s; the file of a site bears its name."
              .formatted(file, certificate.holder()));
    }
    return Optional.of(certificate);
  }

  /**
   * Refuses a site that is not on the list, or that shows another certificate than the list has.
   */
  void check(PartyCertificate shown) throws RefusedCertificateException {
    Optional<PartyCertificate> listed;
    try {
      listed = find(shown.name());
    } catch (CoterieException e) {
      listed = Optional.empty(); // a damaged entry lets nobody in
    }
    if (listed.isEmpty()) {
      throw new RefusedCertificateException(
          Cause.NOT_LISTED,
          ("Site %s is not on the coordinator's allow-list: it was never approved, or revoked. Its"
                  + " certificate's fingerprint is %s. Ask the coordinator's operator to approve it.")
              .formatted(shown.name(), shown.fingerprint()));
    }
    if (!listed.get().fingerprint().equals(shown.fingerprint())) {
      throw new RefusedCertificateException(
          Cause.NOT_LISTED,
          ("The coordinator's allow-list has another certificate of site %s (fingerprint %s) than"
                  + " the one shown (%s). Use the newer folder, or let the operator approve this one.")
              .formatted(shown.name(), listed.get().fingerprint(), shown.fingerprint()));
    }
  }

  /** Returns the certificates on the list, by name of the site. */
  List<PartyCertificate> all() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(EXTENSION))
          .map(name -> name.substring(0, name.length() - EXTENSION.length()))
          .sorted()
          .map(site -> find(site).orElseThrow())
          .toList();
    } catch (IOException e) {
      throw CoterieException.badData(
          "The allow-list %s may not be read (%s). Check its permissions."
              .formatted(folder, e.getClass().getSimpleName()));
    }
  }

  void add(PartyCertificate site) throws IOException {
    PrivateFiles.createFolder(folder);
    site.write(file(site.name()));
  }

  /** Takes a site off the list; returns whether it was on it. */
  boolean remove(String site) {
    try {
      return Files.deleteIfExists(file(site));
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "%s cannot be deleted (%s). Check its permissions."
              .formatted(file(site), e.getClass().getSimpleName()),
          e);
    }
  }
}
