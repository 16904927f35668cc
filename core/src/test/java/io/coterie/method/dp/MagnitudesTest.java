package io.coterie.method.dp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.privacy.PrivacyLoss;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MagnitudesTest {
  @ParameterizedTest
  @ValueSource(
      doubles = {
        0, 1, -1, 1.999, 2, -2, 0.75, 1e-5, -1e-5, 1e-9, -1e-300, 1e12, -1e12, 123.456, Math.PI
      })
  void aValueLiesInItsBin(double value) {
    int bin = Magnitudes.bin(value);
    assertThat(value).isBetween(Magnitudes.lower(bin), Magnitudes.upper(bin));
  }

  @Test
  void binsAdjoinAndAreInOrder() {
    for (int bin = 1; bin < Magnitudes.BINS; bin++) {
      assertThat(Magnitudes.lower(bin)).isEqualTo(Magnitudes.upper(bin - 1));
      assertThat(Magnitudes.upper(bin)).isGreaterThan(Magnitudes.lower(bin));
    }
    assertThat(Magnitudes.upper(Magnitudes.BINS - 1)).isEqualTo(0x1p41);
    assertThat(Magnitudes.lower(0)).isEqualTo(-0x1p41);
  }

  @Test
  void whatIsNoNumberOrBeyondAllBinsCountsOnce() {
    assertThat(Magnitudes.bin(Double.NaN)).isEqualTo(Magnitudes.bin(0));
    assertThat(Magnitudes.bin(Double.POSITIVE_INFINITY)).isEqualTo(Magnitudes.BINS - 1);
    assertThat(Magnitudes.bin(-1e300)).isZero();
    assertThat(Magnitudes.bin(Double.MIN_VALUE)).isEqualTo(Magnitudes.bin(0));
  }

  /** In L1 norm a record moves d histograms by d: √d would be too little. */
  @Test
  void noiseOfAnotherLawIsRefused() {
    DpStep pure =
        new DpStep(DpSchedule.MAGNITUDES, Map.of(DpSchedule.MAGNITUDES, new PrivacyLoss(0, 1)));
    try (Parallel parallel = Parallel.sequential()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Magnitudes(2).measure(Matrix.zeros(1, 2), pure, parallel));
    }
  }
}
