package io.coterie.privacy;

import io.coterie.math.Seed;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.SplittableRandom;

/**
 * Where privacy noise comes from. {@link #secure()} is the real one; {@link #repeatable} is for
 * tests and simulations, and whatever it touches is not private.
 *
 * <p>Secure numbers are drawn by the block, as each call to the operating system is slow, and wiped
 * as they are used, so that memory read later does not tell past noise.
 *
 * <p>Not thread-safe.
 */
public final class NoiseSource {
  private static final int BLOCK = 4096;

  private final SecureRandom secure;
  private final SplittableRandom repeatable;
  private final byte[] block;
  private int used = BLOCK;
  private long pool;
  private int pooled;

  private NoiseSource(SecureRandom secure, SplittableRandom repeatable) {
    this.secure = secure;
    this.repeatable = repeatable;
    this.block = secure != null ? new byte[BLOCK] : new byte[0];
  }

  /** Returns noise that nobody can repeat. */
  public static NoiseSource secure() {
    return new NoiseSource(new SecureRandom(), null);
  }

  /** Returns noise that a seed repeats: not private. */
  public static NoiseSource repeatable(Seed seed) {
    return new NoiseSource(null, seed.random());
  }

  public long nextBits() {
    return secure != null ? nextOfBlock() : repeatable.nextLong();
  }

  private long nextOfBlock() {
    if (used == BLOCK) {
      secure.nextBytes(block);
      used = 0;
    }
    long bits = 0;
    for (int end = used + Long.BYTES; used < end; used++) {
      bits = bits << 8 | (block[used] & 0xFF);
      block[used] = 0;
    }
    return bits;
  }

  /** Returns the given number of random bits, from 0 to 63, as a number that is not negative. */
  public long nextBits(int count) {
    long bits = pool;
    if (count <= pooled) {
      pool >>>= count;
      pooled -= count;
    } else {
      int missing = count - pooled;
      long fresh = nextBits();
      bits |= fresh << pooled;
      pool = fresh >>> missing;
      pooled = Long.SIZE - missing;
    }
    return bits & ((1L << count) - 1);
  }

  /** Returns a number from 0 to {@code bound} − 1, each exactly as likely. */
  public long nextBelow(long bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("The bound is %d; it must be positive.".formatted(bound));
    }
    int count = Long.SIZE - Long.numberOfLeadingZeros(bound - 1);
    while (true) {
      long drawn = nextBits(count);
      if (drawn < bound) {
        return drawn;
      }
    }
  }

  /** Returns a number from 0 to {@code bound} − 1, each exactly as likely. */
  public BigInteger nextBelow(BigInteger bound) {
    if (bound.signum() <= 0) {
      throw new IllegalArgumentException("The bound is %s; it must be positive.".formatted(bound));
    }
    int count = bound.subtract(BigInteger.ONE).bitLength();
    while (true) {
      BigInteger drawn = BigInteger.ZERO;
      for (int left = count; left > 0; left -= Integer.SIZE) {
        int part = Math.min(left, Integer.SIZE);
        drawn = drawn.shiftLeft(part).or(BigInteger.valueOf(nextBits(part)));
      }
      if (drawn.compareTo(bound) < 0) {
        return drawn;
      }
    }
  }

  /** Returns a double in (0, 1], a multiple of 2⁻⁵³. */
  public double nextOpenUnit() {
    return ((nextBits() >>> 11) + 1) * 0x1.0p-53;
  }
}
