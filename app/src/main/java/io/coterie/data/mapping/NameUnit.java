package io.coterie.data.mapping;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A unit at the end of a column's name, as in weight_lb, crp_mg_dl or "Gewicht [kg]". It is what
 * somebody wrote, so it is asked about and never taken by itself.
 *
 * @param code of the unit
 * @param name less the unit
 */
record NameUnit(String code, String name) {
  private static final int MOST_PARTS = 3;
  private static final int SHORTEST = 2;
  private static final Map<String, String> CODES = new HashMap<>();

  static {
    for (String written :
        List.of("lb", "lbs", "oz", "in", "ft", "mmHg", "cmH2O", "IU/L", "mIU/L", "mcg", "mcg/L")) {
      Unit.usual(written).ifPresent(code -> CODES.put(Words.joined(written), code));
    }
    for (String written : List.of("years", "months", "weeks", "days", "hours", "percent", "psi")) {
      Unit.usual(written).ifPresent(code -> CODES.put(written, code));
    }
    CODES.putAll(
        Map.of(
            "pounds", "[lb_av]",
            "inch", "[in_i]",
            "inches", "[in_i]",
            "celsius", "Cel",
            "fahrenheit", "[degF]",
            "jahre", "a",
            "jaar", "a",
            "ans", "a",
            "tage", "d",
            "dagen", "d"));
    for (String code : UnitGuess.COMMON) {
      String word = Words.joined(code);
      if (word.length() >= SHORTEST) {
        CODES.putIfAbsent(word, code);
      }
    }
    CODES.remove("min"); // mostly the smallest value
  }

  /** Finds the unit in a name that has another word before it. */
  static Optional<NameUnit> of(String column) {
    List<String> parts = Words.parts(column.replace('µ', 'u').replace('μ', 'u'));
    for (int length = Math.min(MOST_PARTS, parts.size() - 1); length > 0; length--) {
      int from = parts.size() - length;
      String code = CODES.get(String.join("", parts.subList(from, parts.size())));
      if (code != null) {
        return Optional.of(new NameUnit(code, String.join("_", parts.subList(0, from))));
      }
    }
    return Optional.empty();
  }

  /** Returns a name less the unit at its end, if there is one. */
  static String without(String column) {
    return of(column).map(NameUnit::name).orElse(column);
  }
}
