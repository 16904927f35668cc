package io.coterie.fusion.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.internal.cluster.Gaussian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrototypeAffinityTest {
  private static final double EXACT = 1e-12;

  @Test
  void theTwoDirectionsAreAveragedAfterTheExponential() {
    // N(0, 1) at site 0, N(1, 4) at site 1.
    double there = (0.25 + 0.25 - 1 + Math.log(4)) / 2;
    double back = (4 + 1 - 1 - Math.log(4)) / 2;

    // In two dimensions, of which the second tells nothing.
    List<Gaussian> pair =
        PrototypeAffinity.gaussians(
            Matrix.ofRows(row(0, 0), row(1, 0)), Matrix.ofRows(row(1, 0, 1), row(4, 0, 1)));

    Matrix affinity = affinity(pair, 0, 1);

    double expected = (Math.exp(-there) + Math.exp(-back)) / 2;
    assertThat(affinity.at(0, 1)).isCloseTo(expected, within(EXACT));
    assertThat(affinity.at(1, 0)).isEqualTo(affinity.at(0, 1));
    // Far from the exponential of the mean divergence.
    assertThat(Math.exp(-(there + back) / 2)).isLessThan(expected - 0.03);
  }

  @Test
  void correlationsCount() {
    // KL between N(0, A) and N(m, B), A = [2 1; 1 2], B = [3 0; 0 1], m = (1, 1):
    // tr(B⁻¹A) = 2/3 + 2, mᵀB⁻¹m = 4/3, det A = det B = 3; back: A⁻¹ = [2 -1; -1 2] / 3, so
    // tr(A⁻¹B) = 8/3 and mᵀA⁻¹m = 2/3.
    List<Gaussian> pair =
        PrototypeAffinity.gaussians(
            Matrix.ofRows(row(0, 0), row(1, 1)), Matrix.ofRows(row(2, 1, 2), row(3, 0, 1)));

    double expected = (Math.exp(-(8.0 / 3 + 4.0 / 3 - 2) / 2) + Math.exp(-(10.0 / 3 - 2) / 2)) / 2;
    assertThat(affinity(pair, 0, 1).at(0, 1)).isCloseTo(expected, within(EXACT));
  }

  @Test
  void prototypesOfOneSiteHaveNoAffinity() {
    List<Gaussian> same = unit(3, 0, 0, 0, 0);

    Matrix affinity = affinity(same, 0, 1, 0, 2);

    int[] sites = {0, 1, 0, 2};
    for (int p = 0; p < 4; p++) {
      for (int q = 0; q < 4; q++) {
        assertThat(affinity.at(p, q)).isEqualTo(sites[p] == sites[q] ? 0 : 1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 30})
  void upToThirtyDimensionsThereIsNoTemperature(int dimension) {
    // Unit covariances: KL is half the squared distance.
    Matrix affinity = affinity(unit(dimension, 0, 3, 7), 0, 1, 2);

    assertThat(affinity.at(0, 1)).isCloseTo(Math.exp(-4.5), within(EXACT));
    assertThat(affinity.at(1, 2)).isCloseTo(Math.exp(-8), within(EXACT));
    assertThat(affinity.at(0, 2)).isCloseTo(Math.exp(-24.5), within(EXACT));
  }

  @Test
  void beyondThirtyDimensionsTheMedianOfTheSmallestDivergencesIsTheTemperature() {
    // The smallest divergences to another site: 4.5 (0 to 3), 3.125 (3 to 0.5), 6.125 (7 to 3.5),
    // 3.125 (0.5 to 3) and 4.5 (3.5 to 0.5). Prototypes half a unit away are of the same site and
    // do not count.
    double[] places = {0, 3, 7, 0.5, 3.5};
    int[] sites = {0, 1, 2, 0, 1};
    double[] smallest = new double[5];
    for (int p = 0; p < 5; p++) {
      smallest[p] = Double.POSITIVE_INFINITY;
      for (int q = 0; q < 5; q++) {
        if (sites[p] != sites[q]) {
          smallest[p] = Math.min(smallest[p], half(places[p] - places[q]));
        }
      }
    }
    Arrays.sort(smallest);
    double temperature = smallest[2];
    assertThat(temperature).isEqualTo(4.5);

    Matrix affinity = affinity(unit(31, places), sites);

    for (int p = 0; p < 5; p++) {
      for (int q = 0; q < 5; q++) {
        double expected =
            sites[p] == sites[q] ? 0 : Math.exp(-half(places[p] - places[q]) / temperature);
        assertThat(affinity.at(p, q)).isCloseTo(expected, within(EXACT));
      }
    }
  }

  @Test
  void theTemperatureIsNeverBelowOne() {
    Matrix affinity = affinity(unit(31, 0, 0.5, 1), 0, 1, 2);

    assertThat(affinity.at(0, 1)).isCloseTo(Math.exp(-0.125), within(EXACT));
  }

  @Test
  void oneSiteAloneHasNoTemperatureAndNoAffinity() {
    assertThat(affinity(unit(31, 0, 5), 0, 0).array()).containsOnly(0);
  }

  @Test
  void trianglesAreReadRowByRow() {
    Matrix covariance =
        PrototypeAffinity.gaussians(Matrix.zeros(1, 3), Matrix.ofRows(row(10, 1, 2, 20, 3, 30)))
            .get(0)
            .covariance();

    assertThat(covariance.array()).containsExactly(10, 1, 2, 1, 20, 3, 2, 3, 30);
  }

  @Test
  void aNegativeEigenvalueIsLiftedAndTheOthersStay() {
    // [1 2; 2 1] has 3 along (1, 1) and -1 along (1, -1); the mean size is 2, a thousandth 0.002.
    List<Gaussian> mended =
        PrototypeAffinity.gaussians(
            Matrix.ofRows(row(5, 6), row(7, 8)), Matrix.ofRows(row(1, 2, 1), row(2, 1, 2)));

    assertThat(mended.get(0).covariance().array())
        .usingComparatorWithPrecision(EXACT)
        .containsExactly(1.501, 1.499, 1.499, 1.501);
    assertThat(mended.get(0).mean()).containsExactly(5, 6);
    // A covariance that needs no mending keeps every bit.
    assertThat(mended.get(1).covariance().array()).containsExactly(2, 1, 1, 2);
    assertThat(mended.get(1).mean()).containsExactly(7, 8);
  }

  @Test
  void noCovarianceIsTooBrokenToMend() {
    List<Gaussian> mended =
        PrototypeAffinity.gaussians(
            Matrix.zeros(3, 2), Matrix.ofRows(row(0, 0, 0), row(-4, 0, -4), row(1, 0, 0)));

    assertThat(mended.get(0).covariance().array())
        .usingComparatorWithPrecision(1e-18)
        .containsExactly(1e-12, 0, 0, 1e-12);
    assertThat(mended.get(1).covariance().array())
        .usingComparatorWithPrecision(EXACT)
        .containsExactly(0.004, 0, 0, 0.004);
    assertThat(mended.get(2).covariance().array())
        .usingComparatorWithPrecision(EXACT)
        .containsExactly(1, 0, 0, 0.0005);
    assertThat(affinity(mended, 0, 1, 2).array()).doesNotContain(Double.NaN);
  }

  @Test
  void sharesAddUpToOne() {
    assertThat(PrototypeAffinity.shares(new double[] {1, 5, 2}))
        .containsExactly(0.125, 0.625, 0.25);
  }

  /** Unit Gaussians at the given places along the first axis. */
  private static List<Gaussian> unit(int dimension, double... places) {
    List<Gaussian> gaussians = new ArrayList<>();
    for (double place : places) {
      double[] mean = new double[dimension];
      mean[0] = place;
      Matrix identity = Matrix.zeros(dimension, dimension);
      for (int j = 0; j < dimension; j++) {
        identity.set(j, j, 1);
      }
      gaussians.add(Gaussian.of(mean, identity));
    }
    return gaussians;
  }

  private static double half(double distance) {
    return distance * distance / 2;
  }

  private static Matrix affinity(List<Gaussian> gaussians, int... sites) {
    return PrototypeAffinity.of(gaussians, sites, Parallel.sequential());
  }

  private static double[] row(double... values) {
    return values;
  }
}
