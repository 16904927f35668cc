package io.coterie.data.mapping;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.data.column.ColumnSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * In which unit a column may be that is not in the study's.
 *
 * @param site the unit in which it may be
 * @param study the unit of the study
 * @param substance that the name speaks of, where the conversion depends on it
 * @param words on the conversion
 */
record UnitGuess(String site, String study, Optional<Substance> substance, String words) {
  /** Units that people measure in, the usual ones first. */
  static final List<String> COMMON =
      List.of(
          ("mmol/L umol/L nmol/L pmol/L mol/L mg/dL g/dL g/L mg/L ug/dL ug/L ng/mL ng/dL pg/mL"
                  + " mmol/mol % kg g mg ug [lb_av] [stone_av] [oz_av] cm m mm um [in_i] [ft_i] Cel"
                  + " [degF] K a mo wk d h min s mm[Hg] kPa hPa Pa cm[H2O] mbar bar L dL mL uL fL"
                  + " 10*9/L 10*12/L 10*3/uL 10*6/uL /uL U/L ukat/L nkat/L mkat/L [iU]/L m[iU]/L"
                  + " u[iU]/mL mg/g mg/mmol g/d mg/d ug/d mmol/d umol/d 1")
              .split(" "));

  /** Pairs that are mixed up where the study names no unit; the site's first. */
  private static final List<String> PAIRS =
      List.of(
          "mmol/L>mg/dL",
          "mg/dL>mmol/L",
          "umol/L>mg/dL",
          "mg/dL>umol/L",
          "g/L>g/dL",
          "g/dL>g/L",
          "[lb_av]>kg",
          "kg>[lb_av]",
          "g>kg",
          "kg>g",
          "[in_i]>cm",
          "cm>[in_i]",
          "m>cm",
          "cm>m",
          "[degF]>Cel",
          "Cel>[degF]",
          "d>a",
          "mo>a",
          "a>d",
          "mmol/mol>%",
          "%>mmol/mol");

  private static final double ENOUGH = 0.9;

  /**
   * Returns the unit that best explains values outside of what is plausible.
   *
   * @param values as the site has them
   * @param inside the share of them that is plausible as it is
   */
  static Optional<UnitGuess> of(ColumnSpec spec, double[] values, double inside) {
    Optional<Substance> substance = Substance.named(spec.name());
    Stream<String> pairs =
        spec.unit().isPresent()
            ? COMMON.stream().map(code -> code + ">" + spec.unit().get())
            : PAIRS.stream();
    ColumnSpec.Range range = spec.range().orElseThrow();
    double best = Math.max(ENOUGH, inside + 0.1);
    double bestDistance = Double.POSITIVE_INFINITY;
    UnitGuess found = null;
    for (String pair : pairs.toList()) {
      String[] units = pair.split(">", 2);
      Optional<Conversion> conversion = conversion(units[0], substance, units[1]);
      if (conversion.isEmpty() || conversion.get().isIdentity()) {
        continue;
      }
      double[] converted = Arrays.stream(values).map(conversion.get()::of).toArray();
      double share =
          (double)
                  Arrays.stream(converted)
                      .filter(value -> value >= range.lower() && value <= range.upper())
                      .count()
              / converted.length;
      double distance =
          Math.abs(converted[converted.length / 2] - (range.lower() + range.upper()) / 2);
      if (share > best || (share == best && distance < bestDistance)) {
        best = share;
        bestDistance = distance;
        boolean needs = conversion(units[0], Optional.empty(), units[1]).isEmpty();
        found =
            new UnitGuess(
                units[0],
                units[1],
                needs ? substance : Optional.empty(),
                words(conversion.get(), needs ? substance : Optional.empty()));
      }
    }
    return Optional.ofNullable(found);
  }

  private static Optional<Conversion> conversion(
      String site, Optional<Substance> substance, String study) {
    try {
      return Optional.of(Conversion.between(Unit.of(site), substance, Unit.of(study)));
    } catch (CoterieException e) {
      return Optional.empty();
    }
  }

  private static String words(Conversion conversion, Optional<Substance> substance) {
    return (conversion.shift().signum() == 0
            ? "factor " + conversion.factor()
            : "not a factor only")
        + substance.map(known -> " for " + EnumText.of(known)).orElse("");
  }

  /** Returns what to do about it. */
  String advice(ColumnSpec spec) {
    return spec.unit().isPresent()
        ? "If so, say 'unit: %s'%s for the column in a mapping."
            .formatted(
                site,
                substance
                    .map(known -> " and 'substance: %s'".formatted(EnumText.of(known)))
                    .orElse(""))
        : "If so, convert it by 'sql' in a mapping; the study names no unit.";
  }
}
