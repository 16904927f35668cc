package io.coterie.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.coterie.graph.SparseGraph;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.internal.AnchorGraph;
import io.coterie.message.internal.ClusterSums;
import io.coterie.message.internal.NoisyTotals;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SumWordsTest {
  private static final SplittableRandom RANDOM = new Seed(4).random();

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0,
        1,
        -1,
        0.1,
        -0.1,
        1e-10,
        -1e-10,
        4503599627370495.5,
        -9007199254740994.0,
        1e20,
        -1e31,
        0x1.fffffffffffffp103,
        0x1.0000000000001p-52,
        -0x1.fffffffffffffp-50
      })
  void oneNumberComesBackToTheBit(double value) {
    assertThat(total(value)).isEqualTo(value);
  }

  @Test
  void theTotalIsTheExactSumRoundedOnceInAnyOrder() {
    for (int trial = 0; trial < 200; trial++) {
      double[] values =
          IntStream.range(0, 50)
              .mapToDouble(i -> RANDOM.nextGaussian() * Math.pow(10, RANDOM.nextInt(-6, 12)))
              .toArray();
      double found = total(values);
      BigDecimal exact = BigDecimal.ZERO;
      for (double value : values) {
        exact = exact.add(new BigDecimal(value));
      }
      assertThat(Math.abs(found - exact.doubleValue())).isLessThanOrEqualTo(Math.ulp(found));
      double[] reversed = new double[values.length];
      for (int i = 0; i < values.length; i++) {
        reversed[i] = values[values.length - 1 - i];
      }
      assertThat(total(reversed)).isEqualTo(found);
    }
  }

  @Test
  void asManySitesAsMayBeDoNotOverflow() {
    double large = 0x1.fffffffffffffp103;
    double[] values = new double[SumWords.MOST_SITES];
    java.util.Arrays.fill(values, large);
    assertThat(total(values)).isEqualTo(large * SumWords.MOST_SITES);
    java.util.Arrays.fill(values, -large);
    assertThat(total(values)).isEqualTo(-large * SumWords.MOST_SITES);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0x1p104, -1e40, Double.NaN, Double.POSITIVE_INFINITY})
  void whatDoesNotFitIsRefusedWithoutItsValue(double value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> total(value))
        .withMessageContaining("2^104")
        .withMessageNotContaining("E40");
  }

  @Test
  void graphsAddUpAndAbsentEdgesStayAbsent() {
    AnchorGraph one =
        new AnchorGraph(
            SparseGraph.builder(3).add(0, 0, 1.25).add(0, 2, 0.5).build(), Vector.of(1, 0, 2));
    AnchorGraph other =
        new AnchorGraph(
            SparseGraph.builder(3).add(2, 0, 0.25).add(1, 1, 7).build(), Vector.of(0, 3, 0));
    AnchorGraph expected = one.plus(other);

    AnchorGraph found = added(AnchorGraph.zero(3), List.of(one, other));

    assertThat(found.mass()).isEqualTo(expected.mass());
    assertThat(found.gram().edgeCount()).isEqualTo(3);
    for (int i = 0; i < 3; i++) {
      assertThat(found.gram().degree(i)).isEqualTo(expected.gram().degree(i));
    }
  }

  @Test
  void anEdgeTooHeavyIsRefused() {
    SparseGraph heavy = SparseGraph.builder(1).add(0, 0, 0x1p20).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> added(AnchorGraph.zero(1), List.of(new AnchorGraph(heavy, Vector.of(1)))))
        .withMessageContaining("2^20");
  }

  @Test
  void wholeNumbersWrapAround() {
    NoisyTotals zero = NoisyTotals.zero("lloyd", Map.of("count", 2));
    NoisyTotals one = new NoisyTotals("lloyd", Map.of("count", LongVector.of(Long.MAX_VALUE, -5)));

    NoisyTotals found = added(zero, List.of(one, one));

    assertThat(found.block("count")).isEqualTo(LongVector.of(-2, -10));
    assertThat(found.step()).isEqualTo("lloyd");
  }

  @Test
  void wordsOfAnotherShapeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SumWords.like(AnchorGraph.zero(3)).total(new long[5]))
        .withMessageContaining("5 words; 18 are expected");
  }

  private static double total(double... values) {
    List<ClusterSums> sums =
        java.util.Arrays.stream(values)
            .mapToObj(
                value -> new ClusterSums(Vector.of(1), Matrix.over(1, 1, new double[] {value})))
            .toList();
    ClusterSums found = added(ClusterSums.zero(1, 1), sums);
    assertThat(found.counts().at(0)).isEqualTo(values.length);
    return found.sums().at(0, 0);
  }

  private static <T extends SumPayload<T>> T added(T zero, List<T> sums) {
    SumWords<T> shape = SumWords.like(zero);
    long[] total = new long[shape.length()];
    for (T sum : sums) {
      long[] words = shape.words(sum);
      for (int i = 0; i < total.length; i++) {
        total[i] += words[i];
      }
    }
    return shape.total(total);
  }
}
