package io.coterie.privacy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.Seed;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatticeTest {
  private static final double[] ODD = {
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    1e300,
    -1e300,
    Double.MAX_VALUE,
    Double.MIN_VALUE,
    -0.0,
    0,
    1,
    -1,
    1e18,
    Math.nextUp(1.0)
  };

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 15, 30})
  void noRecordLeavesTheBall(int bits) {
    Lattice lattice = new Lattice(bits);
    SplittableRandom random = new Seed(1).random();
    for (int i = 0; i < 3000; i++) {
      double[] record = new double[1 + random.nextInt(i % 50 == 0 ? 4096 : 40)];
      int kind = random.nextInt(4);
      for (int j = 0; j < record.length; j++) {
        record[j] =
            switch (kind) {
              case 0 -> random.nextDouble() * 2 - 1;
              case 1 -> random.nextInt(8) == 0 ? ODD[random.nextInt(ODD.length)] : 0.1;
              case 2 -> Math.scalb(random.nextDouble() - 0.5, random.nextInt(600) - 300);
              default -> Double.longBitsToDouble(random.nextLong());
            };
      }
      if (kind == 0) {
        normalize(record); // on the sphere, where rounding decides
      }
      assertWithin(lattice.place(record), lattice.unit());
    }
  }

  @Test
  void recordsInTheBallAreRoundedByAStepAtMost() {
    Lattice lattice = new Lattice(15);
    SplittableRandom random = new Seed(2).random();
    for (int i = 0; i < 1000; i++) {
      double[] record = random.doubles(20, -1, 1).toArray();
      normalize(record);
      double inside = i % 2 == 0 ? 1 : random.nextDouble() * 0.99;
      for (int j = 0; j < record.length; j++) {
        record[j] *= inside;
      }
      long[] placed = lattice.place(record);
      for (int j = 0; j < record.length; j++) {
        // Half a step where there is room; on the sphere, truncation and its scale take up to two.
        double steps = i % 2 == 0 ? 2 : 0.5;
        assertThat(Math.scalb((double) placed[j], -15))
            .isCloseTo(record[j], within(steps * 0x1.0p-15 + 1e-12));
      }
    }
  }

  @Test
  void aRecordOutsideTheBallKeepsItsDirection() {
    assertThat(new Lattice(15).place(30, -40)).containsExactly(19661, -26214);
    assertThat(new Lattice(15).place(Double.POSITIVE_INFINITY, 0.5)).containsExactly(32768, 0);
    assertThat(new Lattice(15).place(Double.NEGATIVE_INFINITY)).containsExactly(-32768);
    assertThat(new Lattice(15).place(Double.NaN, 0.5)).containsExactly(0, 16384);
    assertThat(new Lattice(15).place(1, 0)).containsExactly(32768, 0);
    assertThat(new Lattice(15).place()).isEmpty();
  }

  @Test
  void clippingIsExactTowardsZeroAndNeverUp() {
    SplittableRandom random = new Seed(3).random();
    for (int i = 0; i < 3000; i++) {
      int size = 1 + random.nextInt(i % 50 == 0 ? 4096 : 30);
      int bits = 1 + random.nextInt(31);
      long[] v = random.longs(size, -(1L << bits), (1L << bits) + 1).toArray();
      long radius = random.nextLong(1L << random.nextInt(31)) + random.nextInt(2);
      long[] clipped = v.clone();
      Lattice.clip(clipped, radius);

      assertWithin(clipped, radius);
      boolean wasWithin = norm(v).compareTo(BigInteger.valueOf(radius).pow(2)) <= 0;
      assertThat(Arrays.equals(clipped, v)).isEqualTo(wasWithin);
      for (int j = 0; j < size; j++) {
        assertThat(Math.abs(clipped[j])).isLessThanOrEqualTo(Math.abs(v[j]));
        assertThat(Long.signum(clipped[j]) * Long.signum(v[j])).isGreaterThanOrEqualTo(0);
      }
    }
  }

  @Test
  void clippingKeepsAllButAStepOfEachEntry() {
    long[] v = {300_000_000L, -400_000_000L};
    Lattice.clip(v, 5000);
    assertThat(v[0]).isBetween(2999L, 3000L);
    assertThat(v[1]).isBetween(-4000L, -3999L);
  }

  @Test
  void hostileEntriesAreClippedToo() {
    for (long entry :
        new long[] {Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, -(1L << 31), 1L << 32, 1L << 62}) {
      for (int size : new int[] {1, 4, 4096}) {
        for (long radius : new long[] {0, 1, 32767, 1L << 30}) {
          long[] v = new long[size];
          Arrays.fill(v, entry);
          assertThat(Lattice.isWithin(v, radius)).isFalse();
          Lattice.clip(v, radius);
          assertWithin(v, radius);
        }
      }
    }
  }

  @Test
  void theSphereItselfIsWithinAndAStepMoreIsNot() {
    assertThat(Lattice.isWithin(new long[] {3, 4}, 5)).isTrue();
    assertThat(Lattice.isWithin(new long[] {3, 4, 1}, 5)).isFalse();
    long radius = 1L << 30;
    assertThat(Lattice.isWithin(new long[] {radius}, radius)).isTrue();
    assertThat(Lattice.isWithin(new long[] {radius, 1}, radius)).isFalse();
  }

  @Test
  void latticesAndRadiiOutOfRangeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Lattice(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Lattice(31));
    assertThatIllegalArgumentException().isThrownBy(() -> Lattice.clip(new long[1], -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Lattice.clip(new long[1], (1L << 30) + 1));
  }

  private static void assertWithin(long[] v, long radius) {
    assertThat(norm(v)).isLessThanOrEqualTo(BigInteger.valueOf(radius).pow(2));
  }

  private static BigInteger norm(long[] v) {
    return Arrays.stream(v)
        .mapToObj(BigInteger::valueOf)
        .map(x -> x.multiply(x))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private static void normalize(double[] record) {
    double norm = Math.sqrt(Arrays.stream(record).map(x -> x * x).sum());
    for (int j = 0; j < record.length; j++) {
      record[j] /= norm;
    }
  }
}
