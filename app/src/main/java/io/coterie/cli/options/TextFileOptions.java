package io.coterie.cli.options;

import io.coterie.store.AtomicOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a file of settings is written. */
public final class TextFileOptions {
  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The file to write, as study.yaml.")
  public Path out;

  @Option(names = "--force", description = "Replace the file if it exists.")
  boolean force;

  /** Writes the whole text or nothing. */
  public void write(String text) {
    try (AtomicOutput staging = AtomicOutput.forFile(out, force)) {
      String name = out.getFileName().toString();
      try {
        Files.writeString(staging.file(name), text);
      } catch (IOException e) {
        throw staging.unwritten(e);
      }
      staging.publishFile(name);
    }
  }
}
