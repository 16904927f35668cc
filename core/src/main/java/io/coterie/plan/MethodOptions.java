package io.coterie.plan;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The options of a method as a study states them, by the names of the command line's flags.
 *
 * @param values name to text, in order of the name
 */
public record MethodOptions(Map<String, String> values) {
  public MethodOptions {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  public static MethodOptions none() {
    return new MethodOptions(Map.of());
  }

  public MethodOptions with(String name, String value) {
    Map<String, String> all = new TreeMap<>(values);
    all.put(name, value);
    return new MethodOptions(all);
  }

  public Optional<String> word(String name) {
    return Optional.ofNullable(values.get(name));
  }
}
