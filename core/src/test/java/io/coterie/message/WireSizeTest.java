package io.coterie.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.graph.SparseGraph;
import io.coterie.math.IntVector;
import io.coterie.math.LongVector;
import io.coterie.math.Matrix;
import io.coterie.math.Vector;
import io.coterie.message.internal.FeatureSums;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sizes counted by hand: tag, length, content. */
class WireSizeTest {
  private record Parts(String kind, List<Field> fields) implements Payload {}

  @Test
  void aPayloadWithoutFieldsIsItsKind() {
    assertThat(size("abc")).isEqualTo(1 + 1 + 3);
    assertThat(size("")).isZero();
  }

  @Test
  void lettersBeyondAsciiTakeMoreBytes() {
    assertThat(size("é")).isEqualTo(1 + 1 + 2);
  }

  @Test
  void lengthsFrom128OnTakeTwoBytes() {
    assertThat(size("x".repeat(127))).isEqualTo(1 + 1 + 127);
    assertThat(size("x".repeat(128))).isEqualTo(1 + 2 + 128);
    assertThat(size("x".repeat(16_383))).isEqualTo(1 + 2 + 16_383);
    assertThat(size("x".repeat(16_384))).isEqualTo(1 + 3 + 16_384);
  }

  @Test
  void aTextIsNameAndValue() {
    // kind 2 + 1; field 2 + (name 2 + 4; value 2 + 13)
    assertThat(WireSize.of(new Question("microclusters")))
        .isEqualTo(2 + 8 + (2 + (2 + 4) + (2 + 13)));
  }

  @Test
  void numbersAreEightBytesEachWithTheirShape() {
    // name 2 + 1; matrix 2 + (rows 1 + 1; columns 1 + 1; values 2 + 48)
    long field = 3 + 2 + (2 + 2 + 2 + 48);
    assertThat(size("k", new Field.Numbers("m", filled(2, 3, 0.1)))).isEqualTo(3 + 2 + field);
  }

  @Test
  void floatsAreFourBytesAndMultiplesOfAPowerOfTwoAreVarints() {
    long shape = 3 + 2 + (3 + 2 + (2 + 2 + 2));
    assertThat(size("k", new Field.Numbers("m", filled(2, 3, 0.1f)))).isEqualTo(shape + 24);
    assertThat(size("k", new Field.Numbers("m", filled(2, 3, -64)))).isEqualTo(shape + 6 + 2);
    assertThat(size("k", new Field.Numbers("m", filled(2, 3, 0)))).isEqualTo(shape + 6);
    assertThat(size("k", new Field.Numbers("m", filled(2, 3, 0x1p-20)))).isEqualTo(shape + 6 + 2);
  }

  private static Matrix filled(int rows, int columns, double value) {
    Matrix matrix = Matrix.zeros(rows, columns);
    java.util.Arrays.fill(matrix.array(), value);
    return matrix;
  }

  @Test
  void largeShapesAndContentsTakeLongerPrefixes() {
    // rows 1 + 2 (200 ≥ 128), columns 1 + 1, values 1 + 3 + 19 200 (≥ 16 384)
    long field = 3 + 4 + (3 + 2 + 4 + 19_200);
    assertThat(size("k", new Field.Numbers("m", filled(200, 12, 0.1)))).isEqualTo(3 + 4 + field);
  }

  @Test
  void wholeNumbersAreZigzagVarints() {
    // 0, −1, 63, −64 take one byte, 64 and −65 two, the extremes five
    assertThat(integers(0, -1, 63, -64)).isEqualTo(integers(0) + 3);
    assertThat(integers(64, -65)).isEqualTo(integers(0) + 3);
    assertThat(integers(Integer.MAX_VALUE, Integer.MIN_VALUE)).isEqualTo(integers(0) + 9);
    // kind 2 + 1; field 2 + (name 2 + 1; list 2)
    assertThat(integers()).isEqualTo(3 + 2 + (3 + 2));
    assertThat(integers(0)).isEqualTo(3 + 2 + (3 + 2 + (2 + 1)));
  }

  @Test
  void longsAreEightBytesEachWhateverTheyHold() {
    // name 2 + 1; list 2 + (values 2 + 24)
    assertThat(size("k", new Field.Longs("l", LongVector.of(0, -1, Long.MIN_VALUE))))
        .isEqualTo(3 + 2 + (3 + 2 + (2 + 24)));
  }

  @Test
  void anEdgeIsAStepAndAWeight() {
    SparseGraph graph =
        SparseGraph.builder(300).add(0, 1, 0.1).add(0, 299, 2).add(5, 5, 3).add(4, 5, 1).build();
    // Row lengths 300 x 1. Steps: 1 (0→1), 298 in two bytes, 1 (4→5), 0 (5→5). Four weights.
    long content = (1 + 2 + 300) + (1 + 1 + 5) + (1 + 1 + 32);
    assertThat(size("k", new Field.Edges("g", graph))).isEqualTo(3 + (1 + 2) + (3 + 3 + content));
  }

  private static long integers(int... values) {
    return size("k", new Field.Integers("i", IntVector.of(values)));
  }

  private static long size(String kind, Field... fields) {
    return WireSize.of(new Parts(kind, List.of(fields)));
  }

  @Test
  void aRealMessageCountsAllItsParts() {
    Payload sums = new FeatureSums(10, Vector.of(1, 2), Vector.of(0.3, 4));
    // 10 is 5 units of 2, whose exponent takes 2 bytes; 1 and 2 take one byte each
    long records = 2 + (2 + 7) + 2 + (2 + 2 + (2 + 1) + 2);
    long present = 2 + (2 + 7) + 2 + (2 + 2 + (2 + 2));
    long total = 2 + (2 + 4) + 2 + (2 + 2 + (2 + 16));
    assertThat(WireSize.of(sums)).isEqualTo(2 + 12 + records + present + total);
  }
}
