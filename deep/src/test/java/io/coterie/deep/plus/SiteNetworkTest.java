package io.coterie.deep.plus;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.deep.RefineQuestion;
import io.coterie.deep.Shapes;
import io.coterie.deep.TrainQuestion;
import io.coterie.deep.Weights;
import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.deep.network.Training;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.WeightSums;
import io.coterie.method.SiteContext;
import io.coterie.plan.StudyPlan;
import io.coterie.plan.SumMode;
import io.coterie.privacy.NoiseSource;
import io.coterie.site.PrivacyGate;
import io.coterie.site.SiteData;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SiteNetworkTest {
  private static final Matrix IMAGES = pixels();
  private static final Seed SEED = new Seed(5);

  /** Pixels from 0 to 1, as the preparation makes them. */
  private static Matrix pixels() {
    Matrix images = Shapes.images(60, 1);
    for (int k = 0; k < images.array().length; k++) {
      images.array()[k] /= 255;
    }
    return images;
  }

  private static StudyPlan plan(String alignment) {
    return Shapes.plan(
        Map.of("encoder", "vae-dec", "width", "16", "alignment", alignment), SumMode.PLAIN);
  }

  private static SiteNetwork network(StudyPlan plan, Parallel parallel) {
    SiteContext context =
        new SiteContext(
            SiteData.of("alone", IMAGES),
            new PrivacyGate("alone", NoiseSource.repeatable(SEED)),
            SEED,
            parallel);
    return new SiteNetwork(plan, context, new SiteShares(context, 1, 50));
  }

  private static Vector start(StudyPlan plan) {
    try (Encoder first = EncoderPlan.make(PlusOptions.of(plan).network(plan), new Seed(1))) {
      return Weights.of(first);
    }
  }

  private static TrainQuestion question(Vector weights, int round) {
    return new TrainQuestion(weights, round, 5, 2, 1e-3, Vector.of());
  }

  @Test
  void theAverageOfEqualNetworksIsTheNetwork() {
    EncoderPlan network = PlusOptions.of(plan("averaging")).network(plan("averaging"));
    try (Encoder encoder = EncoderPlan.make(network, new Seed(2))) {
      WeightSums sums =
          Weights.sums(encoder, 17, 1)
              .plus(Weights.sums(encoder, 1_003, 1))
              .plus(Weights.sums(encoder, 90, 1));
      assertThat(Weights.mean(sums)).isEqualTo(Weights.of(encoder));
    }
  }

  @Test
  void oneSiteAveragedWithItselfTrainsAsOneThatIsAloneAndAsANetworkWithoutAnyStudy() {
    StudyPlan averaged = plan("averaging");
    Matrix prototypes = Matrix.ofRows(new double[10], new double[10]);
    prototypes.set(1, 3, 2);
    try (Parallel parallel = Parallel.of(1);
        Encoder local = EncoderPlan.make(PlusOptions.of(averaged).network(averaged), new Seed(1))) {
      Seed seed = SEED.child("train");
      Training last = Training.of(2, PlusOptions.BATCH, 1e-3, seed.child(2));
      local.train(IMAGES, Training.of(2, PlusOptions.BATCH, 1e-3, seed.child(1)));
      local.train(IMAGES, last.towards(prototypes, 0.5));

      SiteNetwork site = network(averaged, parallel);
      Vector after = Weights.mean(site.train(question(start(averaged), 1)));
      Vector refined =
          Weights.mean(site.refine(new RefineQuestion(question(after, 2), prototypes, 0.5)));
      assertThat(refined).isEqualTo(Weights.of(local));

      SiteNetwork alone = network(plan("prototypes"), parallel);
      assertThat(alone.train(question(start(averaged), 1)).weights()).isEqualTo(Vector.of());
      alone.refine(new RefineQuestion(question(Vector.of(), 2), prototypes, 0.5));
      assertThat(alone.embed(Optional.empty()).array()).isEqualTo(local.embed(IMAGES).array());
    }
  }
}
