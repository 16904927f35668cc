package io.coterie.bench;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Where a benchmark leaves its files. A file appears whole or not at all and replaces an earlier
 * one of its name; nothing else in the folder is touched.
 */
public record BenchFolder(Path path) {
  public Path write(String name, String text) {
    Path target = path.resolve(name);
    Path part = path.resolve("." + name + ".part");
    try {
      Files.createDirectories(path);
      Files.writeString(part, text);
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
      return target;
    } catch (IOException e) {
      throw unwritten(target, e);
    }
  }

  static CoterieException unwritten(Path file, IOException cause) {
    return new CoterieException(
        ErrorCode.OUTPUT,
        "%s cannot be written (%s). Choose another folder with --out, or check its permissions."
            .formatted(file, cause.getClass().getSimpleName()),
        cause);
  }
}
