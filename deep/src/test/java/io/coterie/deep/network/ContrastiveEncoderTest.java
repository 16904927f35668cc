package io.coterie.deep.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ContrastiveEncoderTest {
  private static final EncoderPlan PLAN =
      new EncoderPlan(
          "contrastive", InputKind.image(Bars.SIDE, Bars.SIDE), Bars.SIDE * Bars.SIDE, 32, 4);
  private static final Matrix BARS = Bars.images(200, new Seed(1));

  @Test
  void embedsToUnitRows() {
    try (Encoder encoder = EncoderPlan.make(PLAN, new Seed(2))) {
      Matrix points = encoder.embed(BARS);

      assertThat(points.rows()).isEqualTo(200);
      assertThat(points.columns()).isEqualTo(encoder.dimension()).isEqualTo(32);
      for (int i = 0; i < points.rows(); i++) {
        assertThat(dot(points, i, i)).isCloseTo(1, within(1e-5));
      }
    }
  }

  @Test
  void lossFallsAndBarsOfOneDirectionGetNear() {
    try (Encoder encoder = EncoderPlan.make(PLAN, new Seed(2))) {
      double first = encoder.train(BARS, Training.of(1, 100, 1e-3, new Seed(3))).loss();
      TrainingLog log = encoder.train(BARS, Training.of(30, 100, 2e-3, new Seed(4)));

      assertThat(log.steps()).isEqualTo(60);
      assertThat(log.loss()).isLessThan(first - 0.5);
      Matrix points = encoder.embed(BARS);
      // Images 0, 2, 4, ... are upright, the others level.
      assertThat(mean(points, 2)).isGreaterThan(mean(points, 1) + 0.2);
    }
  }

  // The mean cosine of images that are an even or an odd number of places apart.
  private static double mean(Matrix points, int step) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < points.rows(); i++) {
      for (int j = i + step; j < points.rows(); j += 2) {
        sum += dot(points, i, j);
        count++;
      }
    }
    return sum / count;
  }

  @Test
  void viewsOfARecordAreNearerThanOtherRecords() {
    ImageViews views = new ImageViews(1, Bars.SIDE, Bars.SIDE, true);
    int[] all = IntStream.range(0, BARS.rows()).toArray();
    float[] pair = views.pair(Batches.rows(BARS, all), all.length, new Seed(5));
    double[] values = new double[pair.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = pair[i];
    }
    try (Encoder encoder = EncoderPlan.make(PLAN, new Seed(2))) {
      encoder.train(BARS, Training.of(20, 100, 2e-3, new Seed(6)));
      Matrix points = encoder.embed(Matrix.over(2 * all.length, Bars.SIDE * Bars.SIDE, values));

      double same = 0;
      double other = 0;
      for (int i = 0; i < all.length; i++) {
        same += dot(points, i, all.length + i);
        other += dot(points, i, all.length + (i + 7) % all.length);
      }
      assertThat(same).isGreaterThan(other + 0.2 * all.length);
    }
  }

  @Test
  void loadingItsOwnWeightsChangesNothing() {
    try (Encoder encoder = EncoderPlan.make(PLAN, new Seed(2));
        Encoder other = EncoderPlan.make(PLAN, new Seed(7))) {
      encoder.train(BARS, Training.of(1, 100, 1e-3, new Seed(3)));
      double[] before = encoder.embed(BARS).array().clone();
      float[] weights = encoder.weights();
      encoder.load(weights);
      assertThat(encoder.embed(BARS).array()).isEqualTo(before);

      // The mean of three identical encoders, as sums would give it.
      float[] mean = new float[weights.length];
      for (int i = 0; i < mean.length; i++) {
        mean[i] = (float) (((double) weights[i] + weights[i] + weights[i]) / 3);
      }
      assertThat(other.embed(BARS).array()).isNotEqualTo(before);
      other.load(mean);
      assertThat(other.weights()).isEqualTo(weights);
      assertThat(other.embed(BARS).array()).isEqualTo(before);
    }
  }

  @Test
  void sameSeedSameWeights() {
    float[] first = trained(new Seed(3));

    assertThat(trained(new Seed(3))).isEqualTo(first);
    assertThat(trained(new Seed(4))).isNotEqualTo(first);
  }

  @Test
  void trainingsBesideEachOtherDoNotDisturbEachOther() throws Exception {
    float[][] alone = {trained(new Seed(3)), trained(new Seed(4))};
    float[][] together = new float[2][];
    Thread beside = new Thread(() -> together[1] = trained(new Seed(4)));
    beside.start();
    together[0] = trained(new Seed(3));
    beside.join();

    assertThat(together[0]).isEqualTo(alone[0]);
    assertThat(together[1]).isEqualTo(alone[1]);
  }

  private static float[] trained(Seed seed) {
    try (Encoder encoder = EncoderPlan.make(PLAN, new Seed(2))) {
      encoder.train(BARS, Training.of(2, 64, 1e-3, seed));
      return encoder.weights();
    }
  }

  @Test
  void learnsToTellRecordsOfATableApart() {
    // Two blobs in 8 features that move together.
    Matrix table = Matrix.zeros(300, 8);
    var random = new Seed(8).random();
    for (int i = 0; i < table.rows(); i++) {
      for (int j = 0; j < 8; j++) {
        table.set(i, j, (i % 2 == 0 ? 1 : -1) + random.nextDouble(-0.8, 0.8));
      }
    }
    EncoderPlan plan = new EncoderPlan("contrastive", InputKind.table(), 8, 16, 32);
    try (Encoder encoder = EncoderPlan.make(plan, new Seed(2))) {
      encoder.train(table, Training.of(20, 100, 2e-3, new Seed(3)));
      Matrix points = encoder.embed(table);

      assertThat(mean(points, 2)).isGreaterThan(mean(points, 1) + 0.2);
    }
  }

  @Test
  void refusesWhatItCannotTake() {
    try (Encoder encoder = EncoderPlan.make(PLAN, new Seed(2))) {
      Matrix bytes = Matrix.zeros(4, Bars.SIDE * Bars.SIDE);
      bytes.set(2, 5, 255);
      assertThatThrownBy(() -> encoder.embed(bytes)).hasMessageContaining("divide bytes by 255");
      assertThatThrownBy(() -> encoder.embed(Matrix.zeros(4, 10)))
          .hasMessageContaining("have 10 values, but the encoder takes 144");
      assertThatThrownBy(() -> encoder.load(new float[3]))
          .hasMessageContaining("There are 3 weights");
      float[] astray = encoder.weights();
      astray[7] = Float.NaN;
      assertThatThrownBy(() -> encoder.load(astray)).hasMessageContaining("not finite");
    }
  }

  private static double dot(Matrix points, int a, int b) {
    double sum = 0;
    for (int j = 0; j < points.columns(); j++) {
      sum += points.at(a, j) * points.at(b, j);
    }
    return sum;
  }
}
