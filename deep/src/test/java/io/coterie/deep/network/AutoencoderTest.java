package io.coterie.deep.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.plan.InputKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutoencoderTest {
  private static final Matrix BARS = Bars.images(200, new Seed(1));

  private static EncoderPlan plan(String kind) {
    return new EncoderPlan(
        kind, InputKind.image(Bars.SIDE, Bars.SIDE), Bars.SIDE * Bars.SIDE, 4, 32);
  }

  @ParameterizedTest
  @ValueSource(strings = {"autoencoder", "vae-dec"})
  void lossFallsAndDecodedImagesAreNearTheirOwn(String kind) {
    try (Encoder encoder = EncoderPlan.make(plan(kind), new Seed(2))) {
      double first = encoder.train(BARS, Training.of(1, 50, 1e-3, new Seed(3))).loss();
      double last = encoder.train(BARS, Training.of(120, 50, 3e-3, new Seed(4))).loss();

      assertThat(last).isLessThan(0.7 * first);
      Matrix decoded = encoder.decode(encoder.embed(BARS)).orElseThrow();
      double own = 0;
      double other = 0;
      for (int i = 0; i < BARS.rows(); i++) {
        own += BARS.squaredDistance(i, decoded, i);
        other += BARS.squaredDistance(i, decoded, (i + 1) % BARS.rows());
      }
      assertThat(own).isLessThan(0.5 * other);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"autoencoder", "vae-dec"})
  void sameSeedSameWeightsAndLoadingThemChangesNothing(String kind) {
    Training training = Training.of(2, 64, 1e-3, new Seed(3));
    try (Encoder encoder = EncoderPlan.make(plan(kind), new Seed(2));
        Encoder again = EncoderPlan.make(plan(kind), new Seed(2));
        Encoder other = EncoderPlan.make(plan(kind), new Seed(5))) {
      encoder.train(BARS, training);
      again.train(BARS, training);
      assertThat(again.weights()).isEqualTo(encoder.weights());

      double[] before = encoder.embed(BARS).array().clone();
      encoder.load(encoder.weights());
      assertThat(encoder.embed(BARS).array()).isEqualTo(before);
      assertThat(other.embed(BARS).array()).isNotEqualTo(before);
      other.load(encoder.weights());
      assertThat(other.embed(BARS).array()).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"autoencoder", "vae-dec"})
  void prototypesMakePointsDecide(String kind) {
    try (Encoder with = EncoderPlan.make(plan(kind), new Seed(2));
        Encoder without = EncoderPlan.make(plan(kind), new Seed(2))) {
      with.train(BARS, Training.of(40, 50, 3e-3, new Seed(3)));
      without.load(with.weights());
      // Centers that lie apart, whatever the encoder has learned so far.
      Matrix centers = Matrix.zeros(4, 4);
      for (int j = 0; j < 4; j++) {
        centers.set(j, j, 3);
      }
      Training training = Training.of(30, 50, 3e-3, new Seed(4));
      with.train(BARS, training.towards(centers, 1000));
      without.train(BARS, training);

      assertThat(decision(with.embed(BARS), centers))
          .isGreaterThan(decision(without.embed(BARS), centers) + 0.1);
      assertThatThrownBy(() -> with.train(BARS, training.towards(Matrix.zeros(2, 3), 1)))
          .hasMessageContaining("prototypes have 3 values, but embedded records have 4");
    }
  }

  // The mean share q of the center that a point is nearest to.
  private static double decision(Matrix points, Matrix centers) {
    double mean = 0;
    for (int i = 0; i < points.rows(); i++) {
      double most = 0;
      double sum = 0;
      for (int j = 0; j < centers.rows(); j++) {
        double kernel = 1 / (1 + points.squaredDistance(i, centers, j));
        most = Math.max(most, kernel);
        sum += kernel;
      }
      mean += most / sum / points.rows();
    }
    return mean;
  }

  @Test
  void drawWeightsDecideWhichImagesAreLearned() {
    // Only upright bars are ever drawn, so only they are rebuilt well.
    double[] weights = new double[200];
    for (int i = 0; i < 200; i += 2) {
      weights[i] = 1;
    }
    try (Encoder encoder = EncoderPlan.make(plan("autoencoder"), new Seed(2))) {
      Training training = Training.of(40, 50, 3e-3, new Seed(3));
      encoder.train(BARS, training.drawing(Vector.of(weights)));
      Matrix decoded = encoder.decode(encoder.embed(BARS)).orElseThrow();
      double upright = 0;
      double level = 0;
      for (int i = 0; i < 200; i += 2) {
        upright += BARS.squaredDistance(i, decoded, i);
        level += BARS.squaredDistance(i + 1, decoded, i + 1);
      }

      assertThat(upright).isLessThan(0.5 * level);
    }
  }
}
