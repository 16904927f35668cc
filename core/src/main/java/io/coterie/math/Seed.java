package io.coterie.math;

import java.util.SplittableRandom;

/**
 * Where every repeatable random number comes from. Children are derived by name, so the order of
 * derivation and the number of threads never change what is drawn.
 *
 * <p>Immutable. Not for privacy noise.
 */
public record Seed(long value) {
  public Seed child(String name) {
    long hash = value;
    for (int i = 0; i < name.length(); i++) {
      hash = mix(hash ^ (name.charAt(i) + 0x9E3779B97F4A7C15L * (i + 1)));
    }
    return new Seed(mix(hash));
  }

  public Seed child(long number) {
    return new Seed(mix(mix(value + 0x632BE59BD9B4E019L) ^ (number * 0x9E3779B97F4A7C15L)));
  }

  public SplittableRandom random() {
    return new SplittableRandom(value);
  }

  // The finalizer of SplitMix64: every input bit moves every output bit.
  private static long mix(long bits) {
    long z = bits;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
