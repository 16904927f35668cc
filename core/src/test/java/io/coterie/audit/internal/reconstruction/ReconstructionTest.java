package io.coterie.audit.internal.reconstruction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import org.junit.jupiter.api.Test;

class ReconstructionTest {
  private static final Matrix RECORDS = Matrix.ofRows(new double[][] {{1, 0}, {-1, 0}});

  @Test
  void theErrorIsNothingForTheRecordsAndOneForTheirMean() {
    assertThat(Reconstruction.of("", RECORDS, RECORDS, 0).error()).isZero();
    assertThat(Reconstruction.of("", RECORDS, Matrix.zeros(2, 2), 0).error()).isEqualTo(1);
  }

  /** An error that is no number must not be taken for none. */
  @Test
  void anErrorThatCannotBeMeasuredIsRefused() {
    Matrix gap = Matrix.ofRows(new double[][] {{1, Double.NaN}, {-1, 0}});
    for (Matrix truth : new Matrix[] {gap, Matrix.zeros(2, 2)}) {
      assertThatThrownBy(() -> Reconstruction.of("", truth, RECORDS, 0))
          .isInstanceOf(CoterieException.class)
          .hasMessageContaining("cannot be");
    }
    assertThatThrownBy(() -> Reconstruction.of("", RECORDS, gap, 0))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("missing or no numbers");
  }
}
