package io.coterie.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The versions of this program and of what it runs on. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"coterie %s (Java %s)".formatted(coterie(), java())};
  }

  public static String coterie() {
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String java() {
    return System.getProperty("java.version");
  }
}
