package io.coterie.message.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.coterie.CoterieException;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import io.coterie.math.Vector;
import io.coterie.message.Field;
import io.coterie.message.Fields;
import io.coterie.message.SumWords;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SumUnitTest {
  private static final SplittableRandom RANDOM = new Seed(9).random();
  private static final SumUnit UNIT = new SumUnit(-20);

  @Test
  void aTotalOfWordsIsThePlainTotalToTheBit() {
    AnchorSums zero = AnchorSums.zero(3, 2).in(UNIT);
    SumWords<AnchorSums> shape = SumWords.like(zero);
    assertThat(shape.length()).isEqualTo(3 + 6);
    for (int trial = 0; trial < 100; trial++) {
      AnchorSums plain = zero;
      long[] words = new long[shape.length()];
      for (int site = 0; site < 7; site++) {
        AnchorSums sums = sums().in(UNIT);
        plain = plain.plus(sums);
        long[] own = shape.words(sums);
        for (int i = 0; i < words.length; i++) {
          words[i] += own[i];
        }
      }
      AnchorSums total = shape.total(words);
      assertThat(total.counts()).isEqualTo(plain.counts());
      assertThat(total.sums().array()).isEqualTo(plain.sums().array());
      assertThat(total.unit()).isEqualTo(UNIT);
    }
  }

  private static AnchorSums sums() {
    Matrix sums = Matrix.zeros(3, 2);
    for (int i = 0; i < 6; i++) {
      sums.array()[i] = 1000 * RANDOM.nextGaussian();
    }
    return new AnchorSums(Vector.of(RANDOM.nextInt(50), 0, RANDOM.nextInt(9)), sums);
  }

  @Test
  void asManySitesAsMayBeDoNotOverflow() {
    SumUnit unit = new SumUnit(0);
    long most = unit.multiple(0x1p52 - 1);
    assertThat(most * SumWords.MOST_SITES).isPositive();
    assertThat(most * SumWords.MOST_SITES / SumWords.MOST_SITES).isEqualTo(most);
  }

  @Test
  void aSumBeyondTheUnitIsRefusedWithoutItsValue() {
    AnchorSums large = new AnchorSums(Vector.of(1), Matrix.over(1, 1, new double[] {0x1p32}));
    assertThatExceptionOfType(CoterieException.class)
        .isThrownBy(() -> large.in(UNIT))
        .withMessageContaining("2^52")
        .withMessageContaining("2^-20")
        .withMessageNotContaining("4294967296");
  }

  @Test
  void theUnitLeavesRoomForEverySumOfTheRecords() {
    // 70,000 records of length at most 1
    SumUnit unit = SumUnit.of(70_000, 70_000, 0.1);
    assertThat(unit).isEqualTo(new SumUnit(-24));
    assertThat(unit.multiple(256 * 70_000)).isPositive();
    assertThat(SumUnit.of(1e8, 1e8, 1)).isEqualTo(new SumUnit(-17));
    assertThat(SumUnit.of(1e12, 1e12, 1)).isEqualTo(SumUnit.NONE);
    assertThat(SumUnit.of(100, 1e30, 1)).isEqualTo(SumUnit.NONE);
    assertThat(SumUnit.of(100, 0, 0)).isEqualTo(SumUnit.NONE);
    assertThat(SumUnit.of(0, 0, Double.NaN)).isEqualTo(SumUnit.NONE);
  }

  @Test
  void sumsOfDifferentUnitsAreNotAdded() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sums().in(UNIT).plus(sums().in(new SumUnit(-19))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sums().in(UNIT).plusAll(List.of(sums().in(UNIT), sums())));
    assertThatIllegalArgumentException().isThrownBy(() -> sums().plusAll(List.of(sums().in(UNIT))));
  }

  @Test
  void manySumsAddUpToTheBitsOfOneAfterTheOther() {
    for (SumUnit unit : List.of(SumUnit.NONE, UNIT)) {
      AnchorSums first = sums().in(unit);
      List<AnchorSums> others = Stream.generate(() -> sums().in(unit)).limit(50).toList();

      AnchorSums inTurn = others.stream().reduce(first, AnchorSums::plus);
      AnchorSums atOnce = first.plusAll(others);
      AnchorSums inBatches = first.plusAll(others.subList(0, 32)).plusAll(others.subList(32, 50));

      for (AnchorSums total : List.of(atOnce, inBatches)) {
        assertThat(total.counts()).isEqualTo(inTurn.counts());
        assertThat(total.sums().array()).isEqualTo(inTurn.sums().array());
        assertThat(total.unit()).isEqualTo(inTurn.unit()).isEqualTo(unit);
      }
    }
  }

  @Test
  void itIsReadFromItsField() {
    AnchorSums sums = sums().in(UNIT);
    assertThat(SumUnit.of(new Fields("anchor-sums", sums.fields()))).isEqualTo(UNIT);
    for (String text : new String[] {"", "2^", "2^x", "3^-4", "2^5", "2^-9999"}) {
      Fields fields = new Fields("anchor-sums", List.of(new Field.Text("unit", text)));
      assertThatIllegalArgumentException().isThrownBy(() -> SumUnit.of(fields));
    }
  }
}
