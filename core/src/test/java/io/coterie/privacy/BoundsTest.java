package io.coterie.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundsTest {
  @ParameterizedTest
  @CsvSource({
    "2,-1",
    "6,1",
    "4,0",
    "5,0.5",
    "1.9,-1",
    "1e300,1",
    "Infinity,1",
    "-Infinity,-1",
    "NaN,0"
  })
  void valuesMapToTheUnitIntervalAndStayInIt(double value, double unit) {
    assertThat(new Bounds(2, 6).toUnit(value)).isEqualTo(unit);
  }

  @Test
  void theWidestBoundsWork() {
    Bounds all = new Bounds(-Double.MAX_VALUE, Double.MAX_VALUE);
    assertThat(all.toUnit(Double.MAX_VALUE)).isEqualTo(1);
    assertThat(all.toUnit(-Double.MAX_VALUE)).isEqualTo(-1);
    assertThat(all.toUnit(0)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "NaN,1", "0,NaN", "0,Infinity", "-Infinity,0", "0,4.9e-324"})
  void whatBoundsNothingIsRefused(double low, double high) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Bounds(low, high));
  }
}
