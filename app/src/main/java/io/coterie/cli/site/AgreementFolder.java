package io.coterie.cli.site;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.report.agreement.AgreementFile;
import io.coterie.report.agreement.AgreementFile.Consent;
import io.coterie.report.agreement.AgreementFile.How;
import io.coterie.store.AtomicOutput;
import io.coterie.store.PrivateFiles;
import io.coterie.study.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a site keeps what its owner agreed to: one file for each study as it was worded, so that an
 * earlier wording is not lost.
 */
record AgreementFolder(Path home, Study study, String site) {
  private static final int DIGITS = 12;

  /** Writes down that the owner agrees, before anything leaves. */
  Path keep(How how, Optional<String> policy) {
    String text =
        new AgreementFile(study, Optional.of(new Consent(site, Instant.now(), how, policy))).text();
    try {
      PrivateFiles.createFolder(file().getParent());
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The folder %s cannot be made (%s); check the permissions of --home."
              .formatted(file().getParent(), e.getClass().getSimpleName()),
          e);
    }
    AtomicOutput.writeText(file(), true, AtomicOutput.Readers.OWNER, text);
    return file();
  }

  /** Returns what was agreed to, if it is still there. */
  Optional<String> read() {
    try {
      return Files.exists(file()) ? Optional.of(Files.readString(file())) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // the study does not need it, and what is asked is shown instead
    }
  }

  private Path file() {
    return home.resolve("agreements")
        .resolve("%s-%s.md".formatted(study.name(), study.hash().substring(0, DIGITS)));
  }
}
