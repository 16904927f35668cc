package io.coterie.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.protocol.Microclusters;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnchorSampleTest {
  private static Microclusters microclusters(int count, int recordsEach) {
    double[] counts = new double[count];
    Arrays.fill(counts, recordsEach);
    Matrix means = Matrix.zeros(count, 1);
    Arrays.setAll(means.array(), i -> i);
    return new Microclusters(Vector.of(counts), means);
  }

  @Test
  void keepsAThirdOfTheRecords() {
    List<Microclusters> sites = List.of(microclusters(30, 1), microclusters(30, 1));
    assertThat(AnchorSample.of(sites, 3, new Seed(0)).rows()).isEqualTo(20);
  }

  @Test
  void keepsAnAnchorForEachClusterOfHardlyMoreRecords() {
    List<Microclusters> sites = List.of(microclusters(2, 1), microclusters(1, 1));
    assertThat(AnchorSample.of(sites, 2, new Seed(0)).rows()).isEqualTo(2);
    assertThat(AnchorSample.of(sites, 3, new Seed(0)).rows()).isEqualTo(3);
  }
}
