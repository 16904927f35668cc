package io.coterie.data.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitTest {
  private static double convert(String text, String from, Substance substance, String to) {
    return Conversion.between(Unit.of(from), Optional.ofNullable(substance), Unit.of(to))
        .of(text, Double.parseDouble(text));
  }

  /** What a table of a laboratory or a textbook says. */
  @ParameterizedTest
  @CsvSource({
    "72, [in_i], cm, 182.88",
    "100, [lb_av], kg, 45.359237",
    "10, [stone_av], kg, 63.5029318",
    "98.6, [degF], Cel, 37",
    "37, Cel, [degF], 98.6",
    "0, K, Cel, -273.15",
    "120, mm[Hg], kPa, 15.99864",
    "24, mo, a, 2",
    "52, wk, d, 364",
    "3.74, g/dL, g/L, 37.4",
    "5, 10*9/L, 10*3/uL, 5",
    "250000, /uL, 10*9/L, 250",
    "250, {cells}/nL, 10*9/L, 250",
    "60, U/L, ukat/L, 1",
    "15, m[iU]/L, u[iU]/mL, 15",
    "1, L, mL, 1000",
    "1000, /d, /min, 0.694444444444444",
    "70, %, 1, 0.7",
    "25, kg/m2, g/cm2, 2.5",
    "100, cm[H2O], kPa, 9.80665",
  })
  void convertsWhatMeasuresTheSame(String text, String from, String to, double expected) {
    assertThat(convert(text, from, null, to))
        .isCloseTo(expected, within(1e-12 * (1 + Math.abs(expected))));
  }

  @ParameterizedTest
  @CsvSource({
    "5.55, GLUCOSE, mmol/L, mg/dL, 99.99, 0.01",
    "193, CHOLESTEROL, mg/dL, mmol/L, 4.99, 0.01",
    "150, TRIGLYCERIDES, mg/dL, mmol/L, 1.694, 0.001",
    "88.4, CREATININE, umol/L, mg/dL, 1.0, 0.001",
    "20, UREA_NITROGEN, mg/dL, mmol/L, 7.14, 0.01",
    "1, BILIRUBIN, mg/dL, umol/L, 17.1, 0.01",
    "357, URIC_ACID, umol/L, mg/dL, 6.0, 0.01",
    "10, CALCIUM, mg/dL, mmol/L, 2.495, 0.001",
    "100, IRON, ug/dL, umol/L, 17.9, 0.01",
    "15, HAEMOGLOBIN, g/dL, mmol/L, 9.31, 0.01",
    "30, VITAMIN_D, ng/mL, nmol/L, 74.9, 0.05",
    "6.5, HBA1C, %, mmol/mol, 47.5, 0.05",
    "48, HBA1C, mmol/mol, %, 6.54, 0.01",
    "300, CREATININE, mg/g, mg/mmol, 33.9, 0.1",
  })
  void convertsBetweenMassAndAmount(
      String text, Substance substance, String from, String to, double expected, double off) {
    assertThat(convert(text, from, substance, to)).isCloseTo(expected, within(off));
  }

  /** Not so by plain floating point: 11.3 * 0.1 is 1.1300000000000001. */
  @Test
  void decimalsStayDecimals() {
    assertThat(11.3 * 0.1).isNotEqualTo(1.13);
    for (int tenths = 1; tenths < 2000; tenths++) {
      String inGramsPerLitre = tenths / 10 + "." + tenths % 10;
      String inGramsPerDecilitre = "%d.%02d".formatted(tenths / 100, tenths % 100);
      assertThat(convert(inGramsPerLitre, "g/L", null, "g/dL"))
          .isEqualTo(Double.parseDouble(inGramsPerDecilitre));
    }
  }

  @Test
  void longOrExtremeNumbersCostNothing() {
    assertThat(convert("1e-300", "Cel", null, "K")).isEqualTo(273.15);
    assertThat(convert("1e300", "kg", null, "g")).isEqualTo(1e303);
    assertThat(convert("0." + "1".repeat(5000), "kg", null, "g")).isCloseTo(111.111, within(0.001));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/", "mg/", "mg//dL", "mg dL", "zz", "mCel/L", "Cel2", "mg/{dL", "m99", "10*"})
  void refusesWhatIsNoCode(String code) {
    assertThatThrownBy(() -> Unit.of(code))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("no UCUM code");
  }

  @ParameterizedTest
  @CsvSource({
    "mmHg, mm[Hg]",
    "°C, Cel",
    "lb, [lb_av]",
    "years, a",
    "µmol/L, umol/L",
    "IU/mL, [iU]/mL",
    "cells/µL, {cells}/uL",
    "mcg/L, ug/L"
  })
  void namesTheCodeOfAUsualWord(String word, String code) {
    assertThatThrownBy(() -> Unit.of(word)).hasMessageEndingWith("Did you mean '" + code + "'?");
  }

  @Test
  void refusesWhatCannotBeConverted() {
    assertThatThrownBy(() -> convert("1", "kg", null, "m"))
        .hasMessage("kg cannot be converted into m: they measure different things.");
    assertThatThrownBy(() -> convert("1", "mg/dL", null, "mmol/L"))
        .hasMessageContaining("depends on the substance")
        .hasMessageContaining("uric-acid");
    assertThatThrownBy(() -> convert("1", "%", Substance.GLUCOSE, "mmol/mol"))
        .hasMessageContaining("substance: hba1c");
  }

  @ParameterizedTest
  @CsvSource({
    "chol, CHOLESTEROL",
    "LDL-Cholesterin, CHOLESTEROL",
    "Harnsäure, URIC_ACID",
    "serum_creatinine, CREATININE",
    "HbA1c, HBA1C",
    "bili, BILIRUBIN",
    "BUN, UREA_NITROGEN"
  })
  void knowsSubstancesByNames(String column, Substance substance) {
    assertThat(Substance.named(column)).contains(substance);
  }

  @ParameterizedTest
  @ValueSource(strings = {"age", "dose_mg", "stage", "ascites", ""})
  void guessesNoSubstance(String column) {
    assertThat(Substance.named(column)).isEmpty();
  }
}
