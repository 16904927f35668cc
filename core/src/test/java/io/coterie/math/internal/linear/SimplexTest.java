package io.coterie.math.internal.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimplexTest {
  private static double[] projected(double... values) {
    double[] result = values.clone();
    Simplex.project(result, 0, result.length);
    return result;
  }

  @Test
  void solvesSmallCases() {
    assertThat(projected(0.2, 0.3, 0.5))
        .containsExactly(new double[] {0.2, 0.3, 0.5}, within(1e-15));
    assertThat(projected(1, 0.5)).containsExactly(new double[] {0.75, 0.25}, within(1e-15));
    assertThat(projected(2, 0)).containsExactly(1, 0);
    assertThat(projected(-3, -5, -3.5))
        .containsExactly(new double[] {0.75, 0, 0.25}, within(1e-15));
    assertThat(projected(1, 2, 3, 2.5))
        .containsExactly(new double[] {0, 0, 0.75, 0.25}, within(1e-15));
  }

  @Test
  void handlesTiesAndSingleEntries() {
    assertThat(projected(7)).containsExactly(1);
    assertThat(projected(4, 4, 4, 4)).containsExactly(0.25, 0.25, 0.25, 0.25);
    assertThat(projected(3, 3, 1)).containsExactly(0.5, 0.5, 0);
    assertThat(projected(1, 0, 0)).containsExactly(1, 0, 0);
  }

  @Test
  void keepsItsDigitsForHugeValues() {
    assertThat(projected(1e300, 1e300, -1e300)).containsExactly(0.5, 0.5, 0);
    assertThat(projected(1e15, 1e15 - 0.5)).containsExactly(0.75, 0.25);
    assertThat(projected(-Double.MAX_VALUE, Double.MAX_VALUE)).containsExactly(0, 1);
  }

  @Test
  void treatsMinusInfinityAsOutsideTheSupport() {
    double out = Double.NEGATIVE_INFINITY;
    assertThat(projected(out, 1, out, 1)).containsExactly(0, 0.5, 0, 0.5);
  }

  @Test
  void touchesItsRangeOnly() {
    double[] values = {9, 2, 0, 9};
    Simplex.project(values, 1, 3);
    assertThat(values).containsExactly(9, 1, 0, 9);
  }

  @Test
  void satisfiesTheOptimalityConditionsOnRandomVectors() {
    SplittableRandom random = new Seed(1).random();
    for (int trial = 0; trial < 500; trial++) {
      double[] values = new double[1 + random.nextInt(60)];
      double scale = Math.pow(10, random.nextInt(-3, 3));
      double[] masses = new double[values.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = scale * (random.nextInt(3) == 0 ? random.nextInt(3) : random.nextGaussian());
        masses[i] = trial % 2 == 0 ? 1 : 0.1 + 5 * random.nextDouble();
      }
      double[] result = values.clone();
      if (trial % 2 == 0) {
        Simplex.project(result, 0, result.length);
      } else {
        Simplex.projectWeighted(result, masses);
      }
      requireOptimal(values, masses, result);
    }
  }

  /** Sum one, and one threshold: v − x equals it on the support and stays below it elsewhere. */
  private static void requireOptimal(double[] values, double[] masses, double[] result) {
    double sum = 0;
    double threshold = Double.NaN;
    for (int i = 0; i < values.length; i++) {
      assertThat(result[i]).isNotNegative();
      sum += masses[i] * result[i];
      threshold = result[i] > 0 ? values[i] - result[i] : threshold;
    }
    assertThat(sum).isCloseTo(1, within(1e-11));
    for (int i = 0; i < values.length; i++) {
      if (result[i] > 0) {
        assertThat(values[i] - result[i]).isCloseTo(threshold, within(1e-11));
      } else {
        assertThat(values[i]).isLessThanOrEqualTo(threshold + 1e-11);
      }
    }
  }

  @Test
  void weighsAnEntryLikeThatManyCopies() {
    double[] grouped = {0.9, 0.4, 0.6};
    Simplex.projectWeighted(grouped, new double[] {1, 3, 2});
    double[] copies = projected(0.9, 0.4, 0.4, 0.4, 0.6, 0.6);
    assertThat(grouped)
        .containsExactly(new double[] {copies[0], copies[1], copies[4]}, within(1e-15));
    double[] single = {3};
    Simplex.projectWeighted(single, new double[] {4});
    assertThat(single).containsExactly(0.25);
  }

  @Test
  void rejectsWhatHasNoProjection() {
    assertThatIllegalArgumentException().isThrownBy(() -> projected());
    assertThatIllegalArgumentException().isThrownBy(() -> projected(1, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> projected(1, Double.POSITIVE_INFINITY));
    assertThatIllegalArgumentException().isThrownBy(() -> projected(Double.NEGATIVE_INFINITY));
    for (double mass : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Simplex.projectWeighted(new double[1], new double[] {mass}))
          .withMessageContaining("positive");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Simplex.projectWeighted(new double[2], new double[] {1}));
    double[] untouched = {1, Double.NaN};
    assertThatIllegalArgumentException().isThrownBy(() -> Simplex.project(untouched, 0, 2));
    assertThat(Arrays.equals(untouched, new double[] {1, Double.NaN})).isTrue();
  }
}
