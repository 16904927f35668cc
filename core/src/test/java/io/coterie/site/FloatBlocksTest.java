package io.coterie.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.math.Parallel;
import io.coterie.message.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FloatBlocksTest {
  /** 2,600 records of two features: the position and its half. */
  private static FloatBlocks blocks() {
    FloatBlocks.Builder builder = FloatBlocks.builder(2, 1100);
    for (int i = 0; i < 2600; i++) {
      builder.add(new double[] {i, i / 2.0});
    }
    return builder.build();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void blocksAreGoneOverInTheirOrder(int threads) {
    try (Parallel parallel = Parallel.of(threads)) {
      FloatBlocks blocks = blocks();
      assertThat(blocks.size()).isEqualTo(2600);
      String firsts =
          blocks.reduce(
              (block, inside) -> block.rows() + " from " + (int) block.at(0, 0),
              (one, other) -> one + ", " + other,
              parallel);
      assertThat(firsts).isEqualTo("1100 from 0, 1100 from 1100, 400 from 2200");
      Labels labels = blocks.label(FloatBlocksTest::parity, parallel);
      assertThat(labels.size()).isEqualTo(2600);
      assertThat(labels.toArray()[2599]).isOne();
      Records mapped = blocks.map((block, inside) -> sums(block), parallel);
      assertThat(mapped.features()).isOne();
      assertThat(mapped.select(new long[] {0, 1099, 1100, 2599}).array())
          .containsExactly(0, 1648.5, 1650, 3898.5);
    }
  }

  private static Labels parity(Matrix block, Parallel parallel) {
    int[] labels = new int[block.rows()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = (int) block.at(i, 0) % 2;
    }
    return Labels.of(labels, 2);
  }

  private static Matrix sums(Matrix block) {
    Matrix sums = Matrix.zeros(block.rows(), 1);
    for (int i = 0; i < block.rows(); i++) {
      sums.set(i, 0, block.at(i, 0) + block.at(i, 1));
    }
    return sums;
  }

  @Test
  void refusesWhatFloatsCannotHoldAndWhatNeedsAllAtOnce() {
    FloatBlocks.Builder builder = FloatBlocks.builder(1);
    builder.add(new double[] {Double.NaN});
    assertThatThrownBy(() -> builder.add(new double[] {1e39})).hasMessageContaining("record 2");
    assertThatThrownBy(() -> builder.add(new double[2])).hasMessageContaining("it must have 1");
    assertThatThrownBy(() -> builder.build().whole())
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("--engine local");
  }
}
