package io.coterie.trust.pki;

import io.coterie.store.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What an authority has signed, one line for each: for people who look into the past. Nothing is
 * decided by it.
 *
 * @param file the list
 */
public record IssuedList(Path file) {
  public static final String FILE = "issued.csv";
  private static final String HEADER = "serial,holder,from,until,fingerprint\n";

  public void add(PartyCertificate certificate) throws IOException {
    String before = Files.exists(file) ? Files.readString(file) : HEADER;
    PrivateFiles.replace(
        file,
        before
            + "%s,%s,%s,%s,%s\n"
                .formatted(
                    certificate.x509().getSerialNumber().toString(16),
                    certificate.holder(),
                    certificate.from(),
                    certificate.until(),
                    certificate.fingerprint().digits()));
  }
}
