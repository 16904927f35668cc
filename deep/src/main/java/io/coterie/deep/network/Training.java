package io.coterie.deep.network;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import java.util.Optional;

/**
 * How an encoder trains at a site. One pass takes as many records as the site has: each of them
 * once, or drawn with replacement where there are draw weights.
 *
 * @param passes how often
 * @param batch the most records of one step; a pass is cut into batches of nearly equal size
 * @param learningRate the step of Adam
 * @param seed of the order, the draws and the augmentation
 * @param drawWeights one per record and not negative, or empty: all alike
 * @param prototypes global centers in the embedded space for the clustering loss, one per row
 * @param clusteringWeight the weight λ of KL(P‖Q) against the prototypes
 * @param watch follows it
 */
public record Training(
    int passes,
    int batch,
    double learningRate,
    Seed seed,
    Vector drawWeights,
    Optional<Matrix> prototypes,
    double clusteringWeight,
    TrainingWatch watch) {
  public Training {
    if (passes < 1) {
      throw new IllegalArgumentException("passes is %d; it must be at least 1.".formatted(passes));
    }
    if (batch < 2) {
      throw new IllegalArgumentException("batch is %d; it must be at least 2.".formatted(batch));
    }
    if (!(learningRate > 0) || learningRate > 1) {
      throw new IllegalArgumentException(
          "learningRate is %s; it must be above 0 and at most 1. Typical is 0.001."
              .formatted(learningRate));
    }
    if (!(clusteringWeight >= 0) || Double.isInfinite(clusteringWeight)) {
      throw new IllegalArgumentException(
          "clusteringWeight is %s; it must be finite and not negative."
              .formatted(clusteringWeight));
    }
  }

  /** Returns a training that takes all records alike and knows no prototypes. */
  public static Training of(int passes, int batch, double learningRate, Seed seed) {
    return new Training(
        passes, batch, learningRate, seed, Vector.of(), Optional.empty(), 0, TrainingWatch.NONE);
  }

  public Training drawing(Vector weights) {
    return new Training(
        passes, batch, learningRate, seed, weights, prototypes, clusteringWeight, watch);
  }

  public Training watchedBy(TrainingWatch follower) {
    return new Training(
        passes, batch, learningRate, seed, drawWeights, prototypes, clusteringWeight, follower);
  }

  public Training towards(Matrix centers, double weight) {
    return new Training(
        passes, batch, learningRate, seed, drawWeights, Optional.of(centers), weight, watch);
  }
}
