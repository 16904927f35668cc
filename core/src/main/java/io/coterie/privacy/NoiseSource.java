package io.coterie.privacy;

import io.coterie.math.Seed;
import java.security.SecureRandom;
import java.util.SplittableRandom;

/**
 * Where privacy noise comes from. {@link #secure()} is the real one; {@link #repeatable} is for
 * tests and simulations, and whatever it touches is not private.
 *
 * <p>Not thread-safe.
 */
public final class NoiseSource {
  private final SecureRandom secure;
  private final SplittableRandom repeatable;

  private NoiseSource(SecureRandom secure, SplittableRandom repeatable) {
    this.secure = secure;
    this.repeatable = repeatable;
  }

  /** Returns noise that nobody can repeat. */
  public static NoiseSource secure() {
    return new NoiseSource(new SecureRandom(), null);
  }

  /** Returns noise that a seed repeats: not private. */
  public static NoiseSource repeatable(Seed seed) {
    return new NoiseSource(null, seed.random());
  }

  public boolean isPrivate() {
    return secure != null;
  }

  /** Returns 64 random bits. */
  long nextBits() {
    return secure != null ? secure.nextLong() : repeatable.nextLong();
  }

  /** Returns a double in (0, 1], a multiple of 2⁻⁵³. */
  double nextOpenUnit() {
    return ((nextBits() >>> 11) + 1) * 0x1.0p-53;
  }
}
