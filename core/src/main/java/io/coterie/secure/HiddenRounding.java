package io.coterie.secure;

import io.coterie.Sha256;
import io.coterie.math.Matrix;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Rounds totals up or down so that the coordinator, which reads the rounded ones, does not know
 * where the borders are.
 *
 * <p>A total t becomes m ⌊(t + u)/m⌋. The offset u is between 0 and m − 1 and follows, by a
 * pseudorandom function, from ⌊t/m⌋, from all totals of the question and from a digest of all
 * records: the sums of the bytes of a hash of each. The sites know these, as sealed totals; the
 * coordinator knows none. So there is one hidden border between two multiples. A total that the
 * coordinator asks for many times over, or with a record more, is rounded by the same border: there
 * is nothing to average out. A question that is asked again with one record more or less has other
 * borders. All of it follows from the records together, so the answer does not depend on which site
 * has which record, and an equal question has an equal answer.
 *
 * <p>With u uniform the rounded total is right on average: it is the next multiple above with the
 * chance that t is on its way there.
 */
public final class HiddenRounding {
  /** Words of a digest of records: one for each byte of a hash, so that sums stay small. */
  public static final int WORDS = 32;

  private static final String RECORD = "coterie record digest 1";
  private static final String OFFSETS = "coterie rounding offsets 2";
  private static final String NOISE = "coterie rounding noise 1";

  private HiddenRounding() {}

  /** Returns the digest of records: the sum of the hash of each, part by part. */
  public static long[] digest(Matrix block) {
    MessageDigest hash = Sha256.digest();
    byte[] purpose = RECORD.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer values = ByteBuffer.allocate(block.columns() * Double.BYTES);
    long[] words = new long[WORDS];
    for (int i = 0; i < block.rows(); i++) {
      values.clear();
      for (int j = 0; j < block.columns(); j++) {
        values.putLong(Double.doubleToLongBits(block.at(i, j) + 0.0)); // one zero, one NaN
      }
      hash.update(purpose);
      byte[] own = hash.digest(values.array());
      for (int w = 0; w < WORDS; w++) {
        words[w] += Byte.toUnsignedInt(own[w]);
      }
    }
    return words;
  }

  /** Returns numbers followed by the digest that {@link #rounded} expects behind them. */
  public static long[] withDigest(long[] numbers, long[] digest) {
    long[] all = Arrays.copyOf(numbers, numbers.length + WORDS);
    System.arraycopy(digest, 0, all, numbers.length, WORDS);
    return all;
  }

  /**
   * Rounds totals to multiples.
   *
   * @param totals with the total of the digests behind them
   * @param multiple at least 1
   */
  public static long[] rounded(long[] totals, long multiple) {
    return rounded(totals, multiple, 0, multiple);
  }

  /**
   * Rounds totals to multiples, with offsets from the middle half only: a total that is near a
   * multiple becomes that one. It adds less to what rounding changes, and hides borders less. Up to
   * 3 that would be one offset that everybody knows, so there all are possible.
   */
  public static long[] nearRounded(long[] totals, long multiple) {
    long least = multiple <= 3 ? 0 : (multiple + 2) / 4;
    return rounded(
        totals, multiple, least, multiple <= 3 ? Math.min(2, multiple) : multiple - 2 * least);
  }

  private static long[] rounded(long[] totals, long multiple, long least, long width) {
    if (totals.length < WORDS || multiple < 1) {
      throw new IllegalArgumentException("There is no digest behind the totals, or no multiple.");
    }
    long[] numbers = Arrays.copyOf(totals, totals.length - WORDS);
    long[] below = Arrays.stream(numbers).map(total -> Math.floorDiv(total, multiple)).toArray();
    long[] offsets = drawn(totals, OFFSETS, below);
    for (int i = 0; i < numbers.length; i++) {
      long offset = least + Long.remainderUnsigned(offsets[i], width);
      numbers[i] = Math.floorDiv(numbers[i] + offset, multiple) * multiple;
    }
    return numbers;
  }

  /**
   * Returns noise from −½ to ½ for each place, which follows from the totals as offsets do: for
   * what is made of them and is no sum any more.
   *
   * @param totals with the total of the digests behind them
   */
  public static double[] noise(long[] totals, int size) {
    long[] places = new long[size];
    Arrays.setAll(places, i -> i);
    return uniform(drawn(totals, NOISE, places));
  }

  /**
   * Returns noise from −½ to ½ for each number, the same for the same number.
   *
   * @param totals with the total of the digests behind them
   */
  public static double[] noise(long[] totals, double[] numbers) {
    long[] bits = new long[numbers.length];
    Arrays.setAll(bits, i -> Double.doubleToLongBits(numbers[i] + 0.0)); // one zero
    return uniform(drawn(totals, NOISE, bits));
  }

  private static double[] uniform(long[] drawn) {
    return Arrays.stream(drawn).mapToDouble(bits -> (bits >>> 11) * 0x1p-53 - 0.5).toArray();
  }

  /** Returns 64 bits for each number: its block under AES, with a key from the totals. */
  private static long[] drawn(long[] totals, String purpose, long[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(totals.length * Long.BYTES);
    for (long total : totals) {
      bytes.putLong(total);
    }
    byte[] key = Hkdf.key(bytes.array(), purpose.getBytes(StandardCharsets.US_ASCII));
    ByteBuffer blocks = ByteBuffer.allocate(2 * numbers.length * Long.BYTES);
    for (long number : numbers) {
      blocks.putLong(number).putLong(0);
    }
    try {
      // One block for a number: equal numbers have equal blocks, which is what is wanted here.
      Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
      ByteBuffer drawn = ByteBuffer.wrap(cipher.doFinal(blocks.array()));
      long[] words = new long[numbers.length];
      Arrays.setAll(words, i -> drawn.getLong(2 * i * Long.BYTES));
      return words;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no AES.", e);
    } finally {
      Secrets.wipe(key, bytes.array(), blocks.array());
    }
  }
}
