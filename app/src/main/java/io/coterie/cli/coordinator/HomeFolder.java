package io.coterie.cli.coordinator;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.store.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;

/** The folder of a site or a coordinator, which its owner alone can read. */
public final class HomeFolder {
  private HomeFolder() {}

  /** Makes the folder, if it is not there. */
  public static void prepare(Path home) {
    try {
      PrivateFiles.createFolder(home);
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "The folder %s cannot be made (%s); choose another with --home."
              .formatted(home, e.getClass().getSimpleName()),
          e);
    }
  }
}
