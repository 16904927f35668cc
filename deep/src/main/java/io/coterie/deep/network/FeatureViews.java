package io.coterie.deep.network;

import io.coterie.math.Seed;
import java.util.SplittableRandom;

/**
 * Views of records without a shape, after SCARF (Bahri et al., 2022): the first is the record, in
 * the second a share of the features is taken from other records of the batch, each feature from
 * its own marginal.
 *
 * <p>Immutable.
 */
record FeatureViews(int features) implements Views {
  private static final double SHARE = 0.6;

  @Override
  public float[] pair(float[] batch, int rows, Seed seed) {
    SplittableRandom random = seed.random();
    float[] views = new float[2 * batch.length];
    System.arraycopy(batch, 0, views, 0, batch.length);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < features; j++) {
        int from = random.nextDouble() < SHARE ? random.nextInt(rows) : i;
        views[batch.length + i * features + j] = batch[from * features + j];
      }
    }
    return views;
  }
}
