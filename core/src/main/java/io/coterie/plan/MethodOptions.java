package io.coterie.plan;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.NearestName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The options of a method as a study states them, by the names of the command line's flags.
 *
 * @param values name to text
 */
public record MethodOptions(Map<String, String> values) {
  public MethodOptions {
    values = Map.copyOf(values);
  }

  public static MethodOptions none() {
    return new MethodOptions(Map.of());
  }

  /** Returns these options and one more. */
  public MethodOptions with(String name, String value) {
    Map<String, String> all = new TreeMap<>(values);
    all.put(name, value);
    return new MethodOptions(all);
  }

  public Optional<String> word(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** Returns the constant that is stated by its text, if any is. */
  public <E extends Enum<E>> Optional<E> choice(String name, Class<E> type) {
    return word(name)
        .map(text -> EnumText.parse(type, text).orElseThrow(() -> noChoice(name, text, type)));
  }

  private static <E extends Enum<E>> CoterieException noChoice(
      String name, String text, Class<E> type) {
    List<String> valid = EnumText.all(type);
    int last = valid.size() - 1;
    return CoterieException.usage(
        "--%s is %s; it must be %s or %s.%s"
            .formatted(
                name,
                text,
                String.join(", ", valid.subList(0, last)),
                valid.get(last),
                NearestName.hint(text, valid)));
  }

  /** Returns a whole number of at least the given smallest value, or the fallback. */
  public int integer(String name, int fallback, int smallest) {
    String text = values.get(name);
    if (text == null) {
      return fallback;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= smallest) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message below.
    }
    throw CoterieException.usage(
        "--%s is %s; it must be a whole number of at least %d.".formatted(name, text, smallest));
  }

  /** Returns a positive finite number, if it is stated. */
  public OptionalDouble positive(String name) {
    String text = values.get(name);
    if (text == null) {
      return OptionalDouble.empty();
    }
    try {
      double value = Double.parseDouble(text);
      if (value > 0 && value < Double.POSITIVE_INFINITY) {
        return OptionalDouble.of(value);
      }
    } catch (NumberFormatException e) {
      // Falls through to the message below.
    }
    throw CoterieException.usage(
        "--%s is %s; it must be a positive, finite number.".formatted(name, text));
  }
}
