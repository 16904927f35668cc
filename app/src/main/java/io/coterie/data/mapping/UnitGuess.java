package io.coterie.data.mapping;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import io.coterie.data.column.ColumnSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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
    List<Fit> fits = new ArrayList<>();
    for (String pair : pairs.toList()) {
      String[] units = pair.split(">", 2);
      conversion(units[0], substance, units[1])
          .filter(conversion -> !conversion.isIdentity())
          .map(conversion -> Fit.of(units[0], units[1], conversion, values, range))
          .filter(fit -> fit.share >= Math.max(ENOUGH, inside + 0.1))
          .ifPresent(fits::add);
    }
    fits.sort(
        Comparator.comparingLong((Fit fit) -> Math.round(-50 * fit.share))
            .thenComparingDouble(Fit::distance));
    return fits.stream()
        .findFirst()
        .map(
            fit -> {
              boolean needs = conversion(fit.site, Optional.empty(), fit.study).isEmpty();
              Optional<Substance> needed = needs ? substance : Optional.empty();
              return new UnitGuess(fit.site, fit.study, needed, words(fits, needed));
            });
  }

  /**
   * A unit that explains most values.
   *
   * @param share of values that are then plausible
   * @param distance of the median from the middle of what is plausible, the smaller the likelier
   */
  private record Fit(
      String site, String study, Conversion conversion, double share, double distance) {
    static Fit of(
        String site, String study, Conversion conversion, double[] values, ColumnSpec.Range range) {
      double[] converted = Arrays.stream(values).map(conversion::of).toArray();
      long inside =
          Arrays.stream(converted)
              .filter(value -> value >= range.lower() && value <= range.upper())
              .count();
      double median = converted[converted.length / 2];
      boolean isRatio = range.lower() > 0 && median > 0;
      double distance =
          isRatio
              ? Math.abs(Math.log(median) - Math.log(range.lower() * range.upper()) / 2)
              : Math.abs(median / (range.lower() + range.upper()) - 0.5);
      return new Fit(site, study, conversion, (double) inside / converted.length, distance);
    }
  }

  /** What the words are where both units are the same. */
  static final String NO_FACTOR = "factor 1";

  /** Returns the conversion from a unit that the site names into that of the study. */
  static Optional<UnitGuess> named(ColumnSpec spec, String site) {
    if (spec.unit().isEmpty()) {
      return Optional.empty();
    }
    String study = spec.unit().get();
    Optional<Conversion> plain = conversion(site, Optional.empty(), study);
    Optional<Substance> substance =
        plain.isPresent() ? Optional.empty() : Substance.named(NameUnit.without(spec.name()));
    return plain
        .or(() -> substance.isEmpty() ? Optional.empty() : conversion(site, substance, study))
        .map(
            found ->
                new UnitGuess(
                    site,
                    study,
                    substance,
                    (found.shift().signum() == 0 ? "factor " + found.factor() : "not a factor only")
                        + substance.map(known -> " for " + EnumText.of(known)).orElse("")));
  }

  private static Optional<Conversion> conversion(
      String site, Optional<Substance> substance, String study) {
    try {
      return Optional.of(Conversion.between(Unit.of(site), substance, Unit.of(study)));
    } catch (CoterieException e) {
      return Optional.empty();
    }
  }

  /** Says what the likeliest conversion is, and which others would do as well. */
  private static String words(List<Fit> fits, Optional<Substance> substance) {
    Fit best = fits.get(0);
    String others =
        fits.stream()
            .filter(fit -> fit.share >= best.share - 0.02)
            .filter(fit -> !fit.conversion.factor().equals(best.conversion.factor()))
            .map(Fit::site)
            .limit(2)
            .collect(Collectors.joining(" or "));
    return (best.conversion.shift().signum() == 0
            ? "factor " + best.conversion.factor()
            : "not a factor only")
        + substance.map(known -> " for " + EnumText.of(known)).orElse("")
        + (others.isEmpty() ? "" : "; " + others + " would fit, too");
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
