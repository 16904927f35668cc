package planted.math;

import io.coterie.math.Seed;

/** Draws as it should. */
public final class Innocent {
  public double draw(Seed seed) {
    return seed.random().nextDouble();
  }
}
