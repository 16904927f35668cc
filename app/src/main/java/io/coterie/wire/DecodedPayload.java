package io.coterie.wire;

import static java.util.Objects.requireNonNull;

import io.coterie.PeerText;
import io.coterie.math.Matrix;
import io.coterie.message.Field;
import io.coterie.message.Payload;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A payload as it crosses the border: its kind and its parts. What cannot cross cannot be built;
 * the reason is the message of an IllegalArgumentException.
 *
 * @param kind from 1 to 200 characters, none of them a control character
 * @param fields at most 1000; named like the kind, each name once; numbers are finite
 */
public record DecodedPayload(String kind, List<Field> fields) implements Payload {
  static final int MOST_FIELDS = 1000;
  private static final int LONGEST_NAME = 200;

  /** A matrix without values could announce any shape in a few bytes. */
  private static final int LONGEST_EMPTY_SIDE = 1 << 20;

  public DecodedPayload {
    requireNonNull(kind, "kind is null");
    fields = List.copyOf(fields);
    requireName(kind);
    requireCount(fields.size());
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      requireName(field.name());
      if (!names.add(field.name())) {
        throw new IllegalArgumentException("it has two fields named %s".formatted(field.name()));
      }
      if (field instanceof Field.Numbers numbers) {
        requireFinite(numbers);
      }
    }
  }

  static void requireCount(int fields) {
    if (fields > MOST_FIELDS) {
      throw new IllegalArgumentException("it has more than %d fields".formatted(MOST_FIELDS));
    }
  }

  private static void requireName(String name) {
    if (name.isEmpty()
        || name.length() > LONGEST_NAME
        || !name.codePoints().allMatch(PeerText::isVisible)) {
      throw new IllegalArgumentException(
          "a name is empty, longer than %d or has a character that is not visible"
              .formatted(LONGEST_NAME));
    }
  }

  private static void requireFinite(Field.Numbers numbers) {
    Matrix values = numbers.values();
    if (numbers.size() == 0 && Math.max(values.rows(), values.columns()) > LONGEST_EMPTY_SIDE) {
      throw new IllegalArgumentException(
          "%s has %d x %d values; a side without values has at most %d"
              .formatted(numbers.name(), values.rows(), values.columns(), LONGEST_EMPTY_SIDE));
    }
    for (double value : values.array()) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "%s holds a value that is not finite".formatted(numbers.name()));
      }
    }
  }
}
