package io.coterie.method.fedsc;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.coterie.math.Matrix;
import org.junit.jupiter.api.Test;

class FedScCoordinatorTest {
  @Test
  void aSampleThatIsNotOfUnitLengthIsRefused() {
    SubspaceSamples lie = new SubspaceSamples(Matrix.over(1, 1, new double[] {7}), true);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> FedScCoordinator.samples(1).check(lie))
        .withMessageContaining("not of unit length");
  }
}
