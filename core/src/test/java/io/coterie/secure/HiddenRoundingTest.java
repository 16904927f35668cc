package io.coterie.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounded totals are multiples, right on average, and their borders follow from all records. */
class HiddenRoundingTest {
  private static Matrix records(long seed) {
    SplittableRandom random = new Seed(seed).random();
    return Matrix.zeros(60, 3).map((i, j, value) -> random.nextGaussian());
  }

  private static long[] sealed(long[] totals, Matrix records) {
    return HiddenRounding.withDigest(totals, HiddenRounding.digest(records));
  }

  private static long[] different(int count) {
    long[] totals = new long[count];
    Arrays.setAll(totals, i -> 5 + 10L * i);
    return totals;
  }

  /** Asking for the same total many times does not average the roundings out. */
  @Test
  void equalTotalsAreRoundedAlike() {
    long[] totals = new long[1000];
    Arrays.setAll(totals, i -> 31 + i % 7);
    long[] sealed = sealed(totals, records(1));
    double[] numbers = Arrays.stream(totals).asDoubleStream().toArray();
    for (int k = 7; k < totals.length; k++) {
      assertThat(HiddenRounding.rounded(sealed, 10)[k])
          .isEqualTo(HiddenRounding.rounded(sealed, 10)[k % 7]);
    }
    double[] noise = HiddenRounding.noise(sealed, numbers);
    assertThat(Arrays.stream(noise).distinct()).hasSize(7).allMatch(n -> Math.abs(n) <= .5);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 10, 5 * 1024, 1L << 40})
  void totalsBecomeOneOfTheTwoMultiplesAroundThem(long multiple) {
    long[] totals = {0, 1, -1, multiple, -multiple, 7, 12_345, -987_654_321, 3 * multiple + 1};
    for (long[] rounded :
        new long[][] {
          HiddenRounding.rounded(sealed(totals, records(1)), multiple),
          HiddenRounding.nearRounded(sealed(totals, records(1)), multiple)
        }) {
      assertThat(rounded).hasSameSizeAs(totals);
      for (int k = 0; k < totals.length; k++) {
        assertThat(rounded[k] % multiple).isZero();
        assertThat(Math.abs(rounded[k] - totals[k])).isLessThan(multiple);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 3, 5, 9})
  void aTotalIsRightOnAverage(long above) {
    long[] totals = new long[20_000];
    Arrays.setAll(totals, i -> 30 + 10L * i + above);
    long[] rounded = HiddenRounding.rounded(sealed(totals, records(2)), 10);
    Arrays.setAll(rounded, i -> rounded[i] - totals[i] + above);
    double mean = Arrays.stream(rounded).average().orElseThrow();
    assertThat(mean).isBetween(above - .15, above + .15);
    assertThat(Arrays.stream(rounded).distinct().sorted()).containsExactly(0L, 10L);
  }

  /** Nearer to a multiple than a quarter, a total always becomes that one. */
  @Test
  void nearTotalsAreNotMoved() {
    long[] totals = IntStream.rangeClosed(30, 40).mapToLong(total -> total).toArray();
    for (int seed = 0; seed < 50; seed++) {
      long[] rounded = HiddenRounding.nearRounded(sealed(totals, records(seed)), 10);
      assertThat(Arrays.copyOf(rounded, 3)).containsOnly(30);
      assertThat(Arrays.copyOfRange(rounded, 8, 11)).containsOnly(40);
    }
  }

  /** So a question that is asked again with one record less has other borders. */
  @Test
  void bordersFollowFromAllRecordsAndAllTotals() {
    long[] totals = different(400);
    Matrix records = records(3);
    long[] rounded = HiddenRounding.rounded(sealed(totals, records), 10);
    assertThat(HiddenRounding.rounded(sealed(totals, records), 10)).isEqualTo(rounded);

    Matrix fewer = records.selectRows(IntStream.range(1, 60).toArray());
    assertThat(differing(rounded, HiddenRounding.rounded(sealed(totals, fewer), 10)))
        .isBetween(140, 260);
    long[] another = totals.clone();
    another[399]++;
    assertThat(differing(rounded, HiddenRounding.rounded(sealed(another, records), 10)))
        .isBetween(140, 260);
  }

  private static int differing(long[] one, long[] other) {
    return (int) IntStream.range(0, one.length).filter(k -> one[k] != other[k]).count();
  }

  @Test
  void digestsAddUpHoweverRecordsAreDealt() {
    Matrix records = records(4);
    long[] sum = new long[HiddenRounding.WORDS];
    for (int part = 0; part < 7; part++) {
      int own = part;
      int[] rows = IntStream.range(0, 60).filter(i -> i % 7 == own).toArray();
      long[] digest = HiddenRounding.digest(records.selectRows(rows));
      Arrays.setAll(sum, w -> sum[w] + digest[w]);
    }
    assertThat(sum).isEqualTo(HiddenRounding.digest(records));
    assertThat(HiddenRounding.digest(Matrix.zeros(0, 3))).containsOnly(0);
    assertThat(HiddenRounding.digest(Matrix.ofRows(new double[] {0.0})))
        .as("zero has one form")
        .isEqualTo(HiddenRounding.digest(Matrix.ofRows(new double[] {-0.0})));
  }

  @Test
  void whatHasNoDigestIsRefused() {
    assertThatThrownBy(() -> HiddenRounding.rounded(new long[HiddenRounding.WORDS - 1], 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> HiddenRounding.rounded(new long[HiddenRounding.WORDS], 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
