package io.coterie.cli;

import io.coterie.CoterieException;
import io.coterie.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** An option whose value is one of a few words. */
public final class Choice {
  private Choice() {}

  /** Returns the value if it is one of the words, or says which is nearest. */
  static String of(String option, String value, String... words) {
    List<String> valid = List.of(words);
    if (!valid.contains(value)) {
      throw CoterieException.usage(
          "%s is '%s'; it must be one of %s.%s"
              .formatted(
                  option,
                  value,
                  String.join(", ", valid),
                  NearestName.to(value, valid).map(" Did you mean %s?"::formatted).orElse("")));
    }
    return value;
  }

  /** Returns the constant whose lower-case name the value is. */
  public static <E extends Enum<E>> E of(String option, String value, Class<E> type) {
    String[] words =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .toArray(String[]::new);
    return Enum.valueOf(type, of(option, value, words).toUpperCase(Locale.ROOT));
  }
}
