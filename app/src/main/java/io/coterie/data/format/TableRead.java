package io.coterie.data.format;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A table whose records were handed on.
 *
 * @param <T> what took them
 * @param taker that has the records
 * @param setAside the columns that are no features, by name, if the taker keeps text
 * @param sha256 of the source's bytes, where it has any
 */
public record TableRead<T extends RecordSink>(
    T taker, Map<String, List<String>> setAside, Optional<String> sha256) {
  /** Remembers the taker from the first line to the last. Not thread-safe. */
  static final class Taking<T extends RecordSink> {
    private final Function<List<String>, T> takers;
    private T taker;

    Taking(Function<List<String>, T> takers) {
      this.takers = takers;
    }

    T begin(List<String> features) {
      taker = takers.apply(features);
      return taker;
    }

    TableRead<T> end(Map<String, List<String>> setAside, Optional<String> sha256) {
      return new TableRead<>(taker, setAside, sha256);
    }
  }
}
