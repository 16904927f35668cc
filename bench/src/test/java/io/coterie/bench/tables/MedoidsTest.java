package io.coterie.bench.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.bench.tables.GowerMedoids.Gower;
import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class MedoidsTest {
  /** By hand: ranges 10 and 1; a missing value takes its column out of the mean. */
  @Test
  void gowersDistanceIsThatOfItsDefinition() {
    double none = Double.NaN;
    Gower gower =
        new Gower(
            new MixedTable(
                Matrix.ofRows(
                    new double[] {0, 0, 2},
                    new double[] {10, 1, 2},
                    new double[] {5, none, 0},
                    new double[] {none, 1, none}),
                IntVector.of(0, 0, 3)));
    Offset<Float> near = Offset.offset(1e-6f);
    assertThat(gower.distance(0, 1)).isCloseTo(2 / 3f, near);
    assertThat(gower.distance(0, 2)).isCloseTo((0.5f + 1) / 2, near);
    assertThat(gower.distance(1, 3)).isCloseTo(0, near);
    assertThat(gower.distance(2, 3)).isEqualTo(1);
  }

  /** No swap of one medoid is better, and the sum is at most a little above the best of all. */
  @Test
  void noSwapIsBetter() {
    SplittableRandom random = new Seed(4).random();
    float[] places = new float[40];
    for (int i = 0; i < places.length; i++) {
      places[i] = (float) random.nextDouble();
    }
    float[][] distances = new float[40][40];
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 40; j++) {
        distances[i][j] = Math.abs(places[i] - places[j]);
      }
    }
    int[] medoids = new Medoids(distances).find(3);
    double found = cost(distances, medoids);
    for (int m = 0; m < 3; m++) {
      for (int candidate = 0; candidate < 40; candidate++) {
        int[] other = medoids.clone();
        other[m] = candidate;
        assertThat(cost(distances, other)).isGreaterThan(found - 1e-5);
      }
    }
    double best = Double.POSITIVE_INFINITY;
    for (int a = 0; a < 40; a++) {
      for (int b = 0; b < a; b++) {
        for (int c = 0; c < b; c++) {
          best = Math.min(best, cost(distances, new int[] {a, b, c}));
        }
      }
    }
    assertThat(found).isLessThan(best * 1.05);
  }

  private static double cost(float[][] distances, int[] medoids) {
    double sum = 0;
    for (int i = 0; i < distances.length; i++) {
      float least = Float.POSITIVE_INFINITY;
      for (int medoid : medoids) {
        least = Math.min(least, distances[medoid][i]);
      }
      sum += least;
    }
    return sum;
  }
}
