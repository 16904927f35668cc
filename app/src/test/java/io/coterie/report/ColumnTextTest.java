package io.coterie.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnKind.Date.Part;
import io.coterie.data.column.ColumnSpec;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnTextTest {
  private static ColumnText of(ColumnKind kind) {
    return new ColumnText(ColumnSpec.of("x", kind));
  }

  private static ColumnText date(Part part, LocalDate at) {
    return of(new ColumnKind.Date(part, Optional.ofNullable(at)));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "38.14159,38.1",
    "0.012345,0.0123",
    "-2.5,-2.5",
    "12345.67,12346",
    "100,100",
    "0.00001234,0.0000123",
    "1.5e12,1.5E+12"
  })
  void numbersHaveThreeDigitsThatCount(double value, String text) {
    assertThat(new ColumnText(ColumnSpec.number("x")).value(value)).isEqualTo(text);
  }

  @Test
  void numbersHaveTheirUnitAndDecimals() {
    ColumnText weight =
        new ColumnText(
            new ColumnSpec(
                "weight",
                new ColumnKind.Numeric(false),
                Optional.of("kg"),
                Optional.empty(),
                Optional.of(1),
                Set.of(),
                ColumnSpec.Absence.UNKNOWN));

    assertThat(weight.name()).isEqualTo("weight, kg");
    assertThat(weight.value(72.66)).isEqualTo("72.7");
  }

  @Test
  void logarithmsAreTakenBack() {
    ColumnText crp = of(new ColumnKind.Numeric(true));

    assertThat(crp.value(Math.log(26.5))).isEqualTo("26.5");
    assertThat(crp.inUnits(0)).isEqualTo(1);
  }

  @Test
  void datesAreDatesOrAges() {
    assertThat(date(Part.DAYS, null).value(366)).isEqualTo("2001-01-01");
    assertThat(date(Part.DAYS, LocalDate.of(2020, 3, 1)).value(-1.2)).isEqualTo("2020-02-29");
    assertThat(date(Part.DAYS, null).name()).isEqualTo("x");
    ColumnText age = date(Part.AGE, LocalDate.of(2024, 6, 30));
    assertThat(age.name()).isEqualTo("x, age in years");
    assertThat(age.value(38.14)).isEqualTo("38.1");
    assertThat(date(Part.YEAR, null).value(1961.4)).isEqualTo("1961");
  }

  @Test
  void levelsHaveTheirNames() {
    ColumnText stage = of(new ColumnKind.Ordinal(List.of("I", "II", "III", "IV")));
    assertThat(stage.value(1.24)).isEqualTo("II (2.24)");
    assertThat(stage.value(-0.3)).isEqualTo("I (0.7)");
    ColumnText ward = of(new ColumnKind.Category(List.of("east", "north", "west")));
    assertThat(ward.name(List.of(1))).isEqualTo("x: north");
    assertThat(ward.name(List.of(0, 2))).isEqualTo("x: other");
    assertThat(ColumnText.share(0.614)).isEqualTo("61 %");
  }

  @Test
  void noiseLeavesNoFurtherDigits() {
    ColumnText age = new ColumnText(ColumnSpec.number("age"));

    assertThat(age.noisy(64.873, 2.74)).isEqualTo("65 ± 3");
    assertThat(age.noisy(2.8731, 0.034)).isEqualTo("2.87 ± 0.03");
    assertThat(age.noisy(1234.5, 87)).isEqualTo("1230 ± 90");
    assertThat(age.noisy(64.873, Double.NaN)).isEqualTo("about 65");
    assertThat(ColumnText.noisyShare(0.437, 0.12)).isEqualTo("40 ± 10 %");
    assertThat(ColumnText.noisyShare(0.437, 0.004)).isEqualTo("44 ± 1 %");
    assertThat(of(new ColumnKind.Numeric(true)).noisy(Math.log(2.5), Math.log(1.25)))
        .isEqualTo("2.5 (2.0 to 3.1 by noise)");
    assertThat(of(new ColumnKind.Ordinal(List.of("I", "II", "III"))).noisy(1.873, 0.12))
        .isEqualTo("III (2.9 ± 0.1)");
  }

  @Test
  void cutsHaveNoMoreDigitsThanNeeded() {
    double[] sorted = new double[400];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = 50 + i * 0.137;
    }

    double[] cuts = new ColumnText(ColumnSpec.number("x")).cuts(sorted, 24);

    assertThat(cuts).hasSizeGreaterThan(15).isSorted();
    assertThat(Arrays.stream(cuts).map(Math::rint).toArray()).isEqualTo(cuts);
  }

  @Test
  void intervalsAreSentences() {
    ColumnText stage = of(new ColumnKind.Ordinal(List.of("I", "II", "III", "IV")));
    ColumnText number = new ColumnText(ColumnSpec.number("x"));
    double open = Double.POSITIVE_INFINITY;

    assertThat(stage.interval(2, open)).isEqualTo("x is III or above");
    assertThat(stage.interval(-open, 2)).isEqualTo("x is II or below");
    assertThat(stage.interval(1, 3)).isEqualTo("x is II to III");
    assertThat(stage.interval(3, open)).isEqualTo("x is IV");
    assertThat(number.interval(-open, 3.5)).isEqualTo("x below 3.5");
    assertThat(number.interval(3.5, open)).isEqualTo("x at least 3.5");
    assertThat(number.interval(1, 3.5)).isEqualTo("x from 1 to below 3.5");
  }
}
