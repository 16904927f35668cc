package io.coterie.data.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NameUnitTest {
  @ParameterizedTest
  @CsvSource({
    "weight_lb, [lb_av], weight",
    "crp_mg_dl, mg/dL, crp",
    "Gewicht [kg], kg, gewicht",
    "chol (mmol/l), mmol/L, chol",
    "creatinine_µmol_l, umol/L, creatinine",
    "RR sys mmHg, mm[Hg], rr_sys",
    "platelets 10*9/L, 10*9/L, platelets",
    "age_years, a, age"
  })
  void findsAUnitAtTheEndOfAName(String column, String code, String name) {
    assertThat(NameUnit.of(column)).contains(new NameUnit(code, name));
    assertThat(NameUnit.without(column)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kg", "weight", "sbp_min", "ward_a", "x1", "stage"})
  void takesNoOtherNameForOne(String column) {
    assertThat(NameUnit.of(column)).isEmpty();
    assertThat(NameUnit.without(column)).isEqualTo(column);
  }

  @Test
  void theConversionHasItsFactor() {
    assertThat(Unit.find("[lb_av]")).isPresent();
    assertThat(
            Conversion.between(Unit.of("[lb_av]"), java.util.Optional.empty(), Unit.of("kg"))
                .factor())
        .isEqualTo("0.4536");
  }
}
