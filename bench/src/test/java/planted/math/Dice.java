package planted.math;

import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/** Random numbers from everywhere but a seed. */
public final class Dice {
  public double plain() {
    return new Random().nextDouble();
  }

  public double threadLocal() {
    return ThreadLocalRandom.current().nextDouble();
  }

  public double math() {
    return Math.random();
  }

  public void shuffle(List<String> list) {
    Collections.shuffle(list);
  }

  public double splittable() {
    return new SplittableRandom().nextDouble();
  }

  public double secure() {
    return new SecureRandom().nextDouble();
  }
}
