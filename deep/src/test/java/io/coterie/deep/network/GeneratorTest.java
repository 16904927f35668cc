package io.coterie.deep.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.plan.InputKind;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class GeneratorTest {
  private static final InputKind IMAGE = InputKind.image(Bars.SIDE, Bars.SIDE);

  private static GeneratorPlan images(String kind) {
    return new GeneratorPlan(kind, IMAGE, Bars.SIDE * Bars.SIDE, 2, 8);
  }

  /** The mean squared distance of a sample to the record nearest to it. */
  private static double offRecords(Matrix samples, Matrix records) {
    double sum = 0;
    for (int i = 0; i < samples.rows(); i++) {
      double nearest = Double.POSITIVE_INFINITY;
      for (int j = 0; j < records.rows(); j++) {
        nearest = Math.min(nearest, samples.squaredDistance(i, records, j));
      }
      sum += nearest;
    }
    return sum / samples.rows();
  }

  private static double gain(GeneratorPlan plan, Matrix records, int passes, double rate) {
    try (Generator generator = Generator.make(plan, new Seed(1))) {
      double before = offRecords(generator.sample(100, new Seed(2)), records);
      generator.train(records, Training.of(passes, 32, rate, new Seed(3)));
      return before / offRecords(generator.sample(100, new Seed(2)), records);
    }
  }

  @Test
  void imagesComeNearerToRealOnesAsTheAdversariesLearn() {
    assertThat(gain(images(GeneratorPlan.GAN), Bars.images(256, new Seed(5)), 12, 5e-4))
        .isGreaterThan(2);
  }

  @Test
  void codesOfAVariationalAutoencoderBecomeImagesToo() {
    assertThat(gain(images(GeneratorPlan.VAE), Bars.images(256, new Seed(5)), 20, 1e-3))
        .isGreaterThan(3);
  }

  @Test
  void everyPartOfATableIsMadeUp() {
    SplittableRandom random = new Seed(7).random();
    Matrix records = Matrix.zeros(400, 2);
    for (int i = 0; i < records.rows(); i++) {
      records.set(i, 0, (i % 2 == 0 ? -1 : 1) + 0.1 * random.nextGaussian());
      records.set(i, 1, 0.1 * random.nextGaussian());
    }
    GeneratorPlan plan = new GeneratorPlan(GeneratorPlan.GAN, InputKind.table(), 2, 2, 8);
    try (Generator generator = Generator.make(plan, new Seed(1))) {
      generator.train(records, Training.of(25, 64, 5e-4, new Seed(3)));
      Matrix samples = generator.sample(200, new Seed(2));
      assertThat(offRecords(samples, records)).isLessThan(0.3);
      assertThat(offRecords(records, samples)).isLessThan(0.1);
    }
  }

  @Test
  void oneSeedMakesTheSameRecords() {
    Matrix records = Bars.images(64, new Seed(5));
    double[][] made = new double[2][];
    for (int run = 0; run < 2; run++) {
      try (Generator generator = Generator.make(images(GeneratorPlan.GAN), new Seed(1))) {
        generator.train(records, Training.of(2, 32, 5e-4, new Seed(3)));
        made[run] = generator.sample(210, new Seed(2)).array();
      }
    }
    assertThat(made[0]).isEqualTo(made[1]);
  }

  @Test
  void sidesNeedNotBeMultiplesOfFour() {
    GeneratorPlan plan = new GeneratorPlan(GeneratorPlan.GAN, InputKind.image(7, 10), 70, 3, 4);
    try (Generator generator = Generator.make(plan, new Seed(1))) {
      generator.train(Matrix.zeros(9, 70), Training.of(1, 8, 5e-4, new Seed(3)));
      Matrix samples = generator.sample(3, new Seed(2));
      assertThat(samples.columns()).isEqualTo(70);
      assertThat(Arrays.stream(samples.array())).allMatch(pixel -> pixel >= 0 && pixel <= 1);
    }
  }

  @Test
  void refusesOneRecord() {
    try (Generator generator = Generator.make(images(GeneratorPlan.GAN), new Seed(1))) {
      assertThatThrownBy(
              () ->
                  generator.train(
                      Bars.images(1, new Seed(5)), Training.of(1, 32, 5e-4, new Seed(3))))
          .hasMessageContaining("needs 2");
    }
  }
}
