package io.coterie.data.mapping;

import static java.math.BigDecimal.ONE;

import io.coterie.CoterieException;
import io.coterie.EnumText;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * Makes the value in one unit of that in another: (value x numerator + shift) / denominator. It is
 * computed in decimals, so that 37.4 g/L is the same number as 3.74 g/dL.
 */
record Conversion(BigDecimal numerator, BigDecimal shift, BigDecimal denominator)
    implements Serializable {
  /** Longer texts, or numbers beyond, are not worth exactness. */
  private static final int LONGEST = 40;

  private static final int MOST_SCALE = 60;
  private static final BigDecimal KILO = new BigDecimal(1000);

  /**
   * Returns how a site's values become the study's.
   *
   * @param substance that is measured, where one unit counts mass and the other amount
   */
  static Conversion between(Unit site, Optional<Substance> substance, Unit study) {
    boolean isShare = isShare(site.code()) && isShare(study.code());
    if (isShare && !site.code().equals(study.code())) {
      return ofHaemoglobin(site, substance);
    }
    int moles =
        site.molesTo(study)
            .orElseThrow(
                () ->
                    CoterieException.usage(
                        "%s cannot be converted into %s: they measure different things."
                            .formatted(site.code(), study.code())));
    if (moles != 0 && substance.isEmpty()) {
      throw CoterieException.usage(
          ("%s into %s depends on the substance. Name it, as 'substance: glucose'; they are %s."
                  + " Convert others by 'sql'.")
              .formatted(
                  site.code(), study.code(), String.join(", ", EnumText.all(Substance.class))));
    }
    BigDecimal times = ONE;
    BigDecimal by = ONE;
    if (moles != 0) {
      BigDecimal grams = substance.orElseThrow().gramsPerMole();
      times = moles > 0 ? grams : KILO;
      by = moles > 0 ? KILO : grams;
    }
    BigDecimal up = site.numerator().multiply(study.denominator()).multiply(times);
    BigDecimal down = site.denominator().multiply(study.numerator()).multiply(by);
    return new Conversion(
        up, site.shift().multiply(up).subtract(study.shift().multiply(down)), down);
  }

  private static boolean isShare(String code) {
    return code.equals("%") || code.equals("mmol/mol");
  }

  /**
   * Glycated haemoglobin has two scales that differ by more than a factor: % (NGSP) is 0.09148 x
   * mmol/mol (IFCC) + 2.152.
   */
  private static Conversion ofHaemoglobin(Unit site, Optional<Substance> substance) {
    if (!substance.equals(Optional.of(Substance.HBA1C))) {
      throw CoterieException.usage(
          "% and mmol/mol are two scales of HbA1c only; say 'substance: hba1c' if it is that.");
    }
    BigDecimal slope = new BigDecimal("0.09148");
    BigDecimal intercept = new BigDecimal("2.152");
    return site.code().equals("%")
        ? new Conversion(ONE, intercept.negate(), slope)
        : new Conversion(slope, intercept, ONE);
  }

  /** Returns the converted value of a number, as written and as it was read. */
  double of(String text, double value) {
    if (text.length() <= LONGEST) {
      BigDecimal exact = new BigDecimal(text);
      if (Math.abs(exact.scale()) <= MOST_SCALE) {
        return exact
            .multiply(numerator)
            .add(shift)
            .divide(denominator, MathContext.DECIMAL128)
            .doubleValue();
      }
    }
    return of(value);
  }

  double of(double value) {
    return (value * numerator.doubleValue() + shift.doubleValue()) / denominator.doubleValue();
  }

  boolean isIdentity() {
    return shift.signum() == 0 && numerator.compareTo(denominator) == 0;
  }

  /** Returns by what a value is multiplied, in a few digits, for people. */
  String factor() {
    return numerator.divide(denominator, new MathContext(4)).stripTrailingZeros().toPlainString();
  }
}
