package io.coterie.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.coterie.math.Seed;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Decoders under a few changes of what they accept, and under everything that was found before.
 * {@code bench/fuzz.sh} looks for more, guided by coverage.
 */
class FuzzIT {
  private static final int CHANGES = 300;
  private static final long MOST_ALLOCATED = 256L << 20;
  private static final long SEED = 1;

  @TempDir Path scratch;

  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  @ParameterizedTest
  @EnumSource(FuzzTarget.class)
  void decodesOrSaysWhyNot(FuzzTarget target) throws Exception {
    List<byte[]> seeds = new Seeds(scratch).of(target);
    assertThat(seeds).isNotEmpty();
    seeds.forEach(seed -> requireHarmless(target, seed));
    SplittableRandom random = new Seed(SEED).child(target.folder()).random();
    for (int i = 0; i < CHANGES; i++) {
      requireHarmless(target, changed(seeds.get(random.nextInt(seeds.size())), random));
    }
  }

  private static void requireHarmless(FuzzTarget target, byte[] bytes) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    try {
      target.decode(bytes);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "%s failed on the bytes %s".formatted(target, Arrays.toString(bytes)), e);
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .as(() -> "bytes that %s allocated for %s".formatted(target, Arrays.toString(bytes)))
        .isLessThan(MOST_ALLOCATED);
  }

  /** Returns bytes with some overwritten, left out, repeated or cut. */
  private static byte[] changed(byte[] seed, SplittableRandom random) {
    byte[] bytes = seed.clone();
    for (int change = random.nextInt(4); change >= 0 && bytes.length > 0; change--) {
      int at = random.nextInt(bytes.length);
      int length = 1 + random.nextInt(Math.min(8, bytes.length - at));
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> Arrays.fill(bytes, at, at + length, (byte) (random.nextBoolean() ? -1 : 0));
        case 3 -> bytes = Arrays.copyOf(bytes, at);
        default -> bytes = without(bytes, at, length);
      }
    }
    return bytes;
  }

  private static byte[] without(byte[] bytes, int from, int length) {
    byte[] result = Arrays.copyOf(bytes, bytes.length - length);
    System.arraycopy(bytes, from + length, result, from, result.length - from);
    return result;
  }
}
