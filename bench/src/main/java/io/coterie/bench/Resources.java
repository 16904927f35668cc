package io.coterie.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The files that come with this package. */
public final class Resources {
  private Resources() {}

  public static JsonNode json(String name) {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
