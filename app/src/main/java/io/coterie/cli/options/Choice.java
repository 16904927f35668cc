package io.coterie.cli.options;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.NearestName;
import java.util.List;

/** An option whose value is one of a few words. */
public final class Choice {
  private Choice() {}

  public static String of(String option, String value, String... words) {
    return of(option, value, List.of(words));
  }

  public static <E extends Enum<E>> E of(String option, String value, Class<E> type) {
    return EnumText.parse(type, value)
        .orElseGet(() -> EnumText.parse(type, of(option, value, EnumText.all(type))).orElseThrow());
  }

  private static String of(String option, String value, List<String> valid) {
    if (!valid.contains(value)) {
      throw CoterieException.usage(
          "%s is '%s'; it must be one of %s.%s"
              .formatted(option, value, String.join(", ", valid), NearestName.hint(value, valid)));
    }
    return value;
  }
}
