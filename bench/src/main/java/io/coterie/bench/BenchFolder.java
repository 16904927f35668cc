package io.coterie.bench;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javax.imageio.ImageIO;

/**
 * Where a benchmark leaves its files. A file appears whole or not at all and replaces an earlier
 * one of its name; nothing else in the folder is touched.
 *
 * @param path of the folder
 */
public record BenchFolder(Path path) {
  public Path write(String name, String text) {
    return write(name, file -> Files.writeString(file, text));
  }

  public Path write(String name, BufferedImage picture) {
    return write(name, file -> ImageIO.write(picture, "png", file.toFile()));
  }

  private interface Writer {
    void write(Path file) throws IOException;
  }

  private Path write(String name, Writer writer) {
    Path target = path.resolve(name);
    Path part = path.resolve("." + name + ".part");
    try {
      Files.createDirectories(path);
      writer.write(part);
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
      return target;
    } catch (IOException e) {
      throw new CoterieException(
          ErrorCode.OUTPUT,
          "%s cannot be written (%s). Choose another folder with --out, or check its permissions."
              .formatted(target, e.getClass().getSimpleName()),
          e);
    }
  }
}
