package io.coterie.secure;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Shares a secret of 256 bits such that any t shares give it and fewer say nothing: values of a
 * random polynomial of degree t − 1 over the integers mod p = 2²⁵⁶ + 297, whose value at 0 is the
 * secret.
 *
 * <p>A. Shamir. <i>How to Share a Secret</i>. CACM 1979.
 */
final class Shamir {
  /** The smallest prime above 2²⁵⁶. */
  static final BigInteger PRIME = BigInteger.ONE.shiftLeft(256).add(BigInteger.valueOf(297));

  /** Bytes of a share: p has 257 bits. */
  static final int SHARE_SIZE = 33;

  private Shamir() {}

  /** Returns one share for each of the points 1 .. count. */
  static byte[][] split(byte[] secret, int threshold, int count) {
    BigInteger[] coefficients = new BigInteger[threshold];
    coefficients[0] = new BigInteger(1, secret);
    for (int i = 1; i < threshold; i++) {
      coefficients[i] = drawElement();
    }
    byte[][] shares = new byte[count][];
    for (int x = 1; x <= count; x++) {
      BigInteger point = BigInteger.valueOf(x);
      BigInteger value = BigInteger.ZERO;
      for (int i = threshold - 1; i >= 0; i--) {
        value = value.multiply(point).add(coefficients[i]).mod(PRIME);
      }
      shares[x - 1] = bytes(value, SHARE_SIZE);
    }
    return shares;
  }

  /** Returns whether the bytes can be a share at all. */
  static boolean isShare(byte[] share) {
    return share.length == SHARE_SIZE && new BigInteger(1, share).compareTo(PRIME) < 0;
  }

  /** Returns the weights that give f(0) as a sum over f at the points (Lagrange). */
  static BigInteger[] weights(int[] points) {
    BigInteger[] weights = new BigInteger[points.length];
    for (int i = 0; i < points.length; i++) {
      BigInteger above = BigInteger.ONE;
      BigInteger below = BigInteger.ONE;
      for (int point : points) {
        if (point != points[i]) {
          above = above.multiply(BigInteger.valueOf(point)).mod(PRIME);
          below = below.multiply(BigInteger.valueOf((long) point - points[i])).mod(PRIME);
        }
      }
      weights[i] = above.multiply(below.modInverse(PRIME)).mod(PRIME);
    }
    return weights;
  }

  /**
   * Returns the secret of the shares at the points of the weights. Where the shares do not belong
   * together the result means nothing, and is zeros where it does not even fit 256 bits.
   */
  static byte[] combine(byte[][] shares, BigInteger[] weights) {
    BigInteger secret = BigInteger.ZERO;
    for (int i = 0; i < weights.length; i++) {
      secret = secret.add(weights[i].multiply(new BigInteger(1, shares[i]))).mod(PRIME);
    }
    return secret.bitLength() > 8 * Secrets.SIZE
        ? new byte[Secrets.SIZE]
        : bytes(secret, Secrets.SIZE);
  }

  /** Draws a uniform element of the field: 257 bits until they are below p, two tries or so. */
  private static BigInteger drawElement() {
    while (true) {
      byte[] bytes = Secrets.draw(SHARE_SIZE);
      bytes[0] &= 1;
      BigInteger element = new BigInteger(1, bytes);
      Secrets.wipe(bytes);
      if (element.compareTo(PRIME) < 0) {
        return element;
      }
    }
  }

  private static byte[] bytes(BigInteger value, int size) {
    byte[] bytes = value.toByteArray(); // at most one sign byte more than needed
    byte[] out = new byte[size];
    int skip = Math.max(0, bytes.length - size);
    System.arraycopy(bytes, skip, out, size - bytes.length + skip, bytes.length - skip);
    Arrays.fill(bytes, (byte) 0);
    return out;
  }
}
