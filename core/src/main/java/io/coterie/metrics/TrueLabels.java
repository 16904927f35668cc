package io.coterie.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The class of each record as a person once wrote it down, for scoring alone. Classes are coded 0
 * .. classCount − 1 in order of first appearance.
 *
 * <p>Immutable.
 */
public final class TrueLabels {
  private final int[] codes;
  private final List<String> names;

  private TrueLabels(int[] codes, List<String> names) {
    this.codes = codes;
    this.names = names;
  }

  public static TrueLabels of(List<String> values) {
    Map<String, Integer> codeOf = new HashMap<>();
    List<String> names = new ArrayList<>();
    int[] codes = new int[values.size()];
    for (int i = 0; i < codes.length; i++) {
      String value = values.get(i);
      if (value == null) {
        throw new IllegalArgumentException(
            "The true label of record %d is null; every record needs one.".formatted(i));
      }
      Integer known = codeOf.putIfAbsent(value, names.size());
      codes[i] = known == null ? names.size() : known;
      if (known == null) {
        names.add(value);
      }
    }
    return new TrueLabels(codes, List.copyOf(names));
  }

  public int size() {
    return codes.length;
  }

  public int classCount() {
    return names.size();
  }

  public int of(int record) {
    return codes[record];
  }

  /** By code. */
  public List<String> names() {
    return names;
  }

  /** In record order; a copy. */
  public int[] toArray() {
    return codes.clone();
  }

  @Override
  public String toString() {
    return "TrueLabels[%d records, %d classes]".formatted(codes.length, names.size());
  }
}
