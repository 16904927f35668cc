package io.coterie.data.mapping;

import io.coterie.CoterieException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A unit of measurement by its UCUM code, such as mg/dL, mm[Hg] or 10*9/L. A value in it, plus the
 * shift, times numerator / denominator is the value in SI base units.
 *
 * @param dimensions the powers of metre, kilogram, second, kelvin, mole and international unit
 * @param shift that puts the zero of a temperature where kelvin has it
 * @see <a href="https://ucum.org/ucum">The Unified Code for Units of Measure</a>
 */
record Unit(
    String code,
    List<Integer> dimensions,
    BigDecimal numerator,
    BigDecimal denominator,
    BigDecimal shift)
    implements Serializable {
  private static final int METRE = 0;
  private static final int KILOGRAM = 1;
  private static final int SECOND = 2;
  private static final int KELVIN = 3;
  private static final int MOLE = 4;
  private static final int INTERNATIONAL = 5;
  private static final int KINDS = 6;
  private static final int MOST_POWER = 12;

  private static final Map<String, Integer> PREFIXES =
      Map.of(
          "f", -15, "p", -12, "n", -9, "u", -6, "m", -3, "c", -2, "d", -1, "h", 2, "k", 3, "M", 6);

  private static final Map<String, Unit> METRIC = new HashMap<>();
  private static final Map<String, Unit> OTHERS = new HashMap<>();

  static {
    metric("m", "1", "1", METRE, 1);
    metric("g", "1", "1000", KILOGRAM, 1);
    metric("s", "1", "1", SECOND, 1);
    metric("K", "1", "1", KELVIN, 1);
    metric("mol", "1", "1", MOLE, 1);
    metric("[iU]", "1", "1", INTERNATIONAL, 1);
    metric("[IU]", "1", "1", INTERNATIONAL, 1);
    metric("L", "1", "1000", METRE, 3);
    metric("l", "1", "1000", METRE, 3);
    metric("Hz", "1", "1", SECOND, -1);
    metric("U", "1", "60000000", MOLE, 1, SECOND, -1);
    metric("kat", "1", "1", MOLE, 1, SECOND, -1);
    metric("Pa", "1", "1", KILOGRAM, 1, METRE, -1, SECOND, -2);
    metric("bar", "100000", "1", KILOGRAM, 1, METRE, -1, SECOND, -2);
    metric("m[Hg]", "133322", "1", KILOGRAM, 1, METRE, -1, SECOND, -2);
    metric("m[H2O]", "9806.65", "1", KILOGRAM, 1, METRE, -1, SECOND, -2);
    metric("J", "1", "1", KILOGRAM, 1, METRE, 2, SECOND, -2);
    metric("cal", "4.184", "1", KILOGRAM, 1, METRE, 2, SECOND, -2);
    other("min", "60", "1", SECOND, 1);
    other("h", "3600", "1", SECOND, 1);
    other("d", "86400", "1", SECOND, 1);
    other("wk", "604800", "1", SECOND, 1);
    other("mo", "2629800", "1", SECOND, 1);
    other("a", "31557600", "1", SECOND, 1);
    other("atm", "101325", "1", KILOGRAM, 1, METRE, -1, SECOND, -2);
    other("[psi]", "6894.757293168", "1", KILOGRAM, 1, METRE, -1, SECOND, -2);
    other("[in_i]", "0.0254", "1", METRE, 1);
    other("[ft_i]", "0.3048", "1", METRE, 1);
    other("[lb_av]", "0.45359237", "1", KILOGRAM, 1);
    other("[oz_av]", "0.028349523125", "1", KILOGRAM, 1);
    other("[stone_av]", "6.35029318", "1", KILOGRAM, 1);
    other("%", "1", "100");
    other("1", "1", "1");
    Unit kelvin = METRIC.get("K");
    OTHERS.put("Cel", kelvin.shifted("Cel", "1", "1", "273.15"));
    OTHERS.put("[degF]", kelvin.shifted("[degF]", "5", "9", "459.67"));
  }

  /** What people write, and the code of it. */
  private static final Map<String, String> HABITS =
      Map.ofEntries(
          Map.entry("mmHg", "mm[Hg]"),
          Map.entry("cmH2O", "cm[H2O]"),
          Map.entry("°C", "Cel"),
          Map.entry("C", "Cel"),
          Map.entry("°F", "[degF]"),
          Map.entry("F", "[degF]"),
          Map.entry("lb", "[lb_av]"),
          Map.entry("lbs", "[lb_av]"),
          Map.entry("oz", "[oz_av]"),
          Map.entry("in", "[in_i]"),
          Map.entry("ft", "[ft_i]"),
          Map.entry("IU", "[iU]"),
          Map.entry("IE", "[iU]"),
          Map.entry("mcg", "ug"),
          Map.entry("years", "a"),
          Map.entry("year", "a"),
          Map.entry("y", "a"),
          Map.entry("months", "mo"),
          Map.entry("weeks", "wk"),
          Map.entry("days", "d"),
          Map.entry("hours", "h"),
          Map.entry("hr", "h"),
          Map.entry("sec", "s"),
          Map.entry("psi", "[psi]"),
          Map.entry("percent", "%"),
          Map.entry("cells", "{cells}"));

  private static final Pattern POWER = Pattern.compile("(.*?[^0-9+-])([+-]?[0-9]{1,2})");

  private static void metric(String code, String numerator, String denominator, int... powers) {
    METRIC.put(code, atom(code, numerator, denominator, powers));
  }

  private static void other(String code, String numerator, String denominator, int... powers) {
    OTHERS.put(code, atom(code, numerator, denominator, powers));
  }

  private static Unit atom(String code, String numerator, String denominator, int... powers) {
    Integer[] dimensions = new Integer[KINDS];
    Arrays.fill(dimensions, 0);
    for (int k = 0; k < powers.length; k += 2) {
      dimensions[powers[k]] = powers[k + 1];
    }
    return new Unit(
        code,
        List.of(dimensions),
        new BigDecimal(numerator),
        new BigDecimal(denominator),
        BigDecimal.ZERO);
  }

  private Unit shifted(String name, String times, String by, String zero) {
    return new Unit(
        name, dimensions, new BigDecimal(times), new BigDecimal(by), new BigDecimal(zero));
  }

  /** Reads a code, or says which one may be meant. */
  static Unit of(String code) {
    return find(code)
        .orElseThrow(
            () ->
                CoterieException.usage(
                    "'%s' is no UCUM code that is known here.%s"
                        .formatted(
                            code,
                            usual(code)
                                .map(" Did you mean '%s'?"::formatted)
                                .orElse(
                                    " Codes are such as mg/dL, mmol/L, 10*9/L, mm[Hg], Cel, kg,"
                                        + " [lb_av]; convert others by 'sql'."))));
  }

  static Optional<Unit> find(String code) {
    boolean isOver = code.startsWith("/");
    String rest = isOver ? code.substring(1) : code;
    Unit product = atom(code, "1", "1");
    int from = 0;
    boolean divides = isOver;
    for (int at = 0; at <= rest.length(); at++) {
      boolean isEnd = at == rest.length();
      if (!isEnd && rest.charAt(at) == '{') {
        at = Math.max(at, rest.indexOf('}', at));
      } else if (isEnd || rest.charAt(at) == '/' || rest.charAt(at) == '.') {
        Optional<Unit> term = term(rest.substring(from, at));
        boolean isAlone = from == 0 && isEnd && !isOver;
        if (term.isEmpty() || (term.get().shift.signum() != 0 && !isAlone)) {
          return Optional.empty();
        }
        product = isAlone ? term.get() : product.times(term.get(), divides);
        divides = !isEnd && rest.charAt(at) == '/';
        from = at + 1;
      }
    }
    return Optional.of(product.named(code));
  }

  /** Returns the code that is meant by a usual word for a unit. */
  static Optional<String> usual(String written) {
    String[] parts =
        written.replace('µ', 'u').replace('μ', 'u').replace('^', '*').strip().split("/", -1);
    for (int p = 0; p < parts.length; p++) {
      parts[p] = HABITS.getOrDefault(parts[p].strip(), parts[p].strip());
    }
    String code = String.join("/", parts);
    return Optional.of(code).filter(known -> !known.equals(written) && find(known).isPresent());
  }

  private static Optional<Unit> term(String text) {
    String symbol = text.replaceFirst("\\{[^{}]*}$", "");
    if (symbol.isEmpty()) {
      return text.isEmpty() ? Optional.empty() : Optional.of(OTHERS.get("1"));
    }
    if (symbol.matches("10\\*[+-]?[0-9]{1,2}")) {
      return Optional.of(
          atom(text, "1", "1").scaled(Integer.parseInt(symbol.substring(3).replace("+", ""))));
    }
    if (symbol.matches("[1-9][0-9]{0,6}")) {
      return Optional.of(atom(text, symbol, "1"));
    }
    Matcher power = POWER.matcher(symbol);
    if (power.matches()) {
      int times = Integer.parseInt(power.group(2).replace("+", ""));
      return simple(power.group(1))
          .filter(unit -> unit.shift.signum() == 0 && times != 0 && Math.abs(times) <= MOST_POWER)
          .map(unit -> unit.power(times));
    }
    return simple(symbol);
  }

  private static Optional<Unit> simple(String symbol) {
    if (METRIC.containsKey(symbol) || OTHERS.containsKey(symbol)) {
      return Optional.of(METRIC.getOrDefault(symbol, OTHERS.get(symbol)));
    }
    Unit metric = symbol.length() < 2 ? null : METRIC.get(symbol.substring(1));
    Integer prefix = symbol.isEmpty() ? null : PREFIXES.get(symbol.substring(0, 1));
    return metric == null || prefix == null ? Optional.empty() : Optional.of(metric.scaled(prefix));
  }

  private Unit named(String name) {
    return new Unit(name, dimensions, numerator, denominator, shift);
  }

  private Unit scaled(int tens) {
    return new Unit(
        code,
        dimensions,
        numerator.multiply(BigDecimal.TEN.pow(Math.max(0, tens))),
        denominator.multiply(BigDecimal.TEN.pow(Math.max(0, -tens))),
        shift);
  }

  private Unit times(Unit other, boolean divides) {
    Integer[] sum = new Integer[KINDS];
    for (int k = 0; k < KINDS; k++) {
      sum[k] = dimensions.get(k) + (divides ? -1 : 1) * other.dimensions.get(k);
    }
    return new Unit(
        code,
        List.of(sum),
        numerator.multiply(divides ? other.denominator : other.numerator),
        denominator.multiply(divides ? other.numerator : other.denominator),
        BigDecimal.ZERO);
  }

  private Unit power(int times) {
    Unit product = atom(code, "1", "1");
    for (int k = 0; k < Math.abs(times); k++) {
      product = product.times(this, times < 0);
    }
    return product;
  }

  /**
   * Returns the power of a molar mass that makes values of this unit ones of another: 1 from
   * amounts to masses, -1 from masses to amounts, 0 where both measure the same; none where they
   * cannot be converted.
   */
  Optional<Integer> molesTo(Unit other) {
    int moles = dimensions.get(MOLE) - other.dimensions.get(MOLE);
    for (int k = 0; k < KINDS; k++) {
      int difference = dimensions.get(k) - other.dimensions.get(k);
      int expected = k == MOLE ? moles : k == KILOGRAM ? -moles : 0;
      if (difference != expected) {
        return Optional.empty();
      }
    }
    return Math.abs(moles) > 1 ? Optional.empty() : Optional.of(moles);
  }
}
