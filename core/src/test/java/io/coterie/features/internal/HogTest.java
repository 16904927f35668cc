package io.coterie.features.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HogTest {
  private final Parallel one = Parallel.sequential();

  @ParameterizedTest
  @CsvSource({"28,28", "8,8", "16,16", "32,32", "5,12", "20,31"})
  void agreesWithNumpyAndScipy(int height, int width) throws IOException {
    Matrix images = madeUpImages(height, width);

    Matrix features = Hog.forImages(height, width).apply(images, one);

    double[] expected = resource("hog-%dx%d.csv".formatted(height, width));
    assertThat(features.array()).hasSize(expected.length);
    assertThat(largestDifference(features.array(), expected)).isLessThan(1e-5);
  }

  private static double largestDifference(double[] left, double[] right) {
    double largest = 0;
    for (int i = 0; i < right.length; i++) {
      largest = Math.max(largest, Math.abs(left[i] - right[i]));
    }
    return largest;
  }

  @ParameterizedTest
  @CsvSource({"1e-30", "1e-7", "1e30", "1e90"})
  void featuresDoNotDependOnTheUnitOfPixels(double unit) {
    Matrix images = madeUpImages(16, 16);
    Matrix scaled = Matrix.zeros(images.rows(), images.columns());
    Arrays.setAll(scaled.array(), i -> unit * images.array()[i]);
    Hog hog = Hog.forImages(16, 16);

    double[] features = hog.apply(scaled, one).array();

    double[] expected = unit < 1e-20 ? new double[features.length] : hog.apply(images, one).array();
    assertThat(largestDifference(features, expected)).isLessThan(1e-5);
  }

  @Test
  void anglesAgreeWithTheArcTangent() {
    SplittableRandom random = new Seed(1).random();
    for (int i = 0; i < 100_000; i++) {
      double x = random.nextGaussian();
      double y = random.nextGaussian();
      double expected = Math.atan2(y, x) * 4 / Math.PI;
      assertThat(angle(y, x)).isCloseTo(expected < 0 ? expected + 8 : expected, within(1e-11));
    }
    double[][] axes = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    for (int k = 0; k < 8; k++) {
      assertThat(angle(axes[k][1], axes[k][0])).isCloseTo(k, within(1e-15));
    }
  }

  @Test
  void featuresDoNotDependOnBrightnessContrastOrThreads() {
    SplittableRandom random = new Seed(2).random();
    Matrix images = Matrix.zeros(200, 144);
    Matrix brighter = Matrix.zeros(200, 144);
    for (int i = 0; i < images.array().length; i++) {
      images.array()[i] = random.nextDouble();
      brighter.array()[i] = 3 * images.array()[i] + 5;
    }
    Hog hog = Hog.forImages(12, 12);
    Matrix features = hog.apply(images, one);
    assertThat(largestDifference(hog.apply(brighter, one).array(), features.array()))
        .isLessThan(1e-5);
    try (Parallel three = Parallel.of(3)) {
      assertThat(hog.apply(images, three).array()).isEqualTo(features.array());
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "0.3", "-7", "255"})
  void anImageOfOneGreyHasNoGradients(double grey) {
    Matrix images = Matrix.zeros(2, 20 * 31);
    Arrays.fill(images.array(), grey);

    assertThat(Hog.forImages(20, 31).apply(images, one).array()).containsOnly(0);
  }

  @Test
  void rejectsImagesOfAnotherSize() {
    Hog hog = Hog.forImages(4, 6);
    assertThatThrownBy(() -> hog.apply(Matrix.zeros(1, 25), one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 x 6 pixels need 24");
    assertThatThrownBy(() -> Hog.forImages(2, 9)).hasMessageContaining("2 x 9");
    assertThatThrownBy(() -> Hog.forImages(4097, 9)).hasMessageContaining("from 3 to 4096");
  }

  /** The pixels of make_hog.py. */
  /** Returns the angle in eighths of a turn, 0 .. 8. */
  private static double angle(double y, double x) {
    int octant = Octants.of(y, x);
    int axis = Octants.AXES[octant];
    int diagonal = Octants.DIAGONALS[octant];
    int turned = axis == 0 && diagonal == 7 ? 8 : axis;
    return turned + (diagonal - turned) * Octants.fromAxis(y, x);
  }

  private static Matrix madeUpImages(int height, int width) {
    Matrix images = Matrix.zeros(3, height * width);
    for (int i = 0; i < 2; i++) {
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          int value = ((i + 1) * (7 * y * y + 3 * x) + 11 * x * y) % 17;
          images.set(i, y * width + x, value / 16.0);
        }
      }
    }
    return images;
  }

  private static double[] resource(String name) throws IOException {
    try (InputStream in = HogTest.class.getResourceAsStream(name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.trim().split("[,\\s]+", -1))
          .mapToDouble(Double::parseDouble)
          .toArray();
    }
  }
}
