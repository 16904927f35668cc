package io.coterie.deep.gan;

import io.coterie.deep.EncoderMap;
import io.coterie.deep.Weights;
import io.coterie.deep.network.Encoder;
import io.coterie.deep.network.EncoderPlan;
import io.coterie.deep.network.Training;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.math.Seed;
import io.coterie.math.internal.cluster.KMeans;

/**
 * Deep embedded clustering (Xie et al., 2016) at one place: an autoencoder learns codes, k-means
 * finds centers among them, then the codes are drawn towards the centers they are near. The
 * reconstruction stays in the loss, lest all codes collapse (Guo et al., 2017), and centers move to
 * the means of their codes after each pass.
 *
 * @param encoder makes codes
 * @param centers of codes, one row per cluster
 * @param reconstruction the loss per record before the codes were drawn together
 */
record DeepClusters(EncoderMap encoder, Matrix centers, double reconstruction) {
  private static final int BATCH = 256;
  private static final double RATE = 1e-3;

  /** How long codes are learned, and how long they are drawn together. */
  private static final Length LEARNING = new Length(2_000, 200);

  private static final Length DRAWING = new Length(1_000, 60);

  static DeepClusters of(EncoderPlan plan, Matrix records, int clusters, Seed seed, Parallel p) {
    try (Encoder network = EncoderPlan.make(plan, seed.child("network"))) {
      double loss =
          network
              .train(
                  records,
                  Training.of(LEARNING.passes(records.rows()), BATCH, RATE, seed.child("codes")))
              .loss();
      KMeans means = new KMeans(KMeans.Options.of(clusters));
      Matrix centers = means.fit(network.embed(records), seed.child("centers"), p).centers();
      for (int pass = 0; pass < DRAWING.passes(records.rows()); pass++) {
        network.train(
            records,
            Training.of(1, BATCH, RATE, seed.child("drawing").child(pass))
                .towards(centers, plan.clusteringWeight()));
        centers = means.fitFrom(centers, network.embed(records), p).centers();
      }
      return new DeepClusters(new EncoderMap(plan, Weights.of(network), false), centers, loss);
    }
  }

  /** So many steps, but no more than so many passes over few records. */
  private record Length(int steps, int mostPasses) {
    int passes(int records) {
      int stepsOfPass = (records + BATCH - 1) / BATCH;
      return Math.min(mostPasses, (steps + stepsOfPass - 1) / stepsOfPass);
    }
  }
}
