package io.coterie.fusion.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineClustersTest {
  @Test
  void findsTheMeansOfHeapsApart() {
    double[] places = {0, 1, 2, 10, 11, 30};
    double[] weights = {1, 2, 1, 1, 3, 5};
    assertThat(LineClusters.centers(weights, places, 3)).containsExactly(1, 10.75, 30);
  }

  @Test
  void noOtherDivisionIsBetter() {
    SplittableRandom random = new Seed(3).random();
    for (int trial = 0; trial < 50; trial++) {
      double[] weights = random.doubles(9).toArray();
      double[] places = random.doubles(9).sorted().toArray();
      double best = cost(weights, places, LineClusters.centers(weights, places, 3));
      for (int a = 1; a < 8; a++) {
        for (int b = a + 1; b < 9; b++) {
          double[] centers = {
            mean(weights, places, 0, a), mean(weights, places, a, b), mean(weights, places, b, 9)
          };
          assertThat(best).isLessThanOrEqualTo(cost(weights, places, centers) + 1e-12);
        }
      }
    }
  }

  private static double mean(double[] weights, double[] places, int from, int to) {
    double sum = 0;
    double mass = 0;
    for (int i = from; i < to; i++) {
      sum += weights[i] * places[i];
      mass += weights[i];
    }
    return sum / mass;
  }

  private static double cost(double[] weights, double[] places, double[] centers) {
    double cost = 0;
    for (int i = 0; i < places.length; i++) {
      double nearest = Double.POSITIVE_INFINITY;
      for (double center : centers) {
        nearest = Math.min(nearest, (places[i] - center) * (places[i] - center));
      }
      cost += weights[i] * nearest;
    }
    return cost;
  }

  @Test
  void moreClustersThanPlacesAreRefused() {
    assertThatThrownBy(() -> LineClusters.centers(new double[2], new double[2], 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void smoothingKeepsTheMassAndShrinksNoiseAsStated() {
    double[] peak = new double[21 * 21];
    peak[10 * 21 + 10] = 1;
    double[] smooth = Smoothing.grid(peak, 21, 21, 0.9);
    double sum = 0;
    double squares = 0;
    for (double value : smooth) {
      sum += value;
      squares += value * value;
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
    assertThat(Math.sqrt(squares)).isCloseTo(Smoothing.noiseFactor(21, 0.9), within(1e-12));
    assertThat(Smoothing.line(new double[] {2, 2, 2}, 0.7))
        .containsExactly(new double[] {2, 2, 2}, within(1e-12));
  }
}
