package io.coterie.privacy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Reference numbers, which {@code vectors.py} beside the file computes. */
public final class PrivacyVectors {
  private PrivacyVectors() {}

  /** Returns what the file says under a name: value by argument. */
  public static Map<Double, Double> of(String name) {
    try (InputStream in = PrivacyVectors.class.getResourceAsStream("vectors.csv")) {
      Map<Double, Double> values = new TreeMap<>();
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split(","))
          .filter(parts -> parts[0].equals(name))
          .forEach(parts -> values.put(Double.valueOf(parts[1]), Double.valueOf(parts[2])));
      return values;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
