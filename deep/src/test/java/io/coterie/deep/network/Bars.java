package io.coterie.deep.network;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.SplittableRandom;

/** Small images of one grey bar, upright or level, at a random place: two kinds, taken in turn. */
final class Bars {
  static final int SIDE = 12;

  private Bars() {}

  static Matrix images(int count, Seed seed) {
    SplittableRandom random = seed.random();
    Matrix images = Matrix.zeros(count, SIDE * SIDE);
    for (int i = 0; i < count; i++) {
      int start = 3 + random.nextInt(SIDE - 7);
      double grey = random.nextDouble(0.5, 1);
      for (int along = 1; along < SIDE - 1; along++) {
        for (int across = start; across < start + 2; across++) {
          int pixel = i % 2 == 0 ? along * SIDE + across : across * SIDE + along;
          images.set(i, pixel, grey);
        }
      }
    }
    return images;
  }
}
