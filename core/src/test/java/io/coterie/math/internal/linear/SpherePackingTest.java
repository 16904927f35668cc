package io.coterie.math.internal.linear;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpherePackingTest {
  // Random packings reach about half of what is possible: four circles of radius 0.5 fill a square.
  @ParameterizedTest
  @CsvSource({"1,2,0.8", "4,2,0.25", "2,1,0.3", "10,60,0.6", "50,3,0.1"})
  void centersKeepAwayFromEachOtherAndFromTheBorder(int count, int dimension, double radius) {
    Matrix centers = SpherePacking.centers(count, dimension, new Seed(2));

    for (double value : centers.array()) {
      assertThat(Math.abs(value)).isLessThanOrEqualTo(1 - radius);
    }
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(Math.sqrt(centers.squaredDistance(i, centers, j)))
            .isGreaterThanOrEqualTo(2 * radius);
      }
    }
  }
}
