package io.coterie.method.internal.prepare.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.math.IntVector;
import io.coterie.math.Matrix;
import io.coterie.plan.InputKind;
import io.coterie.plan.StudyPlan.InputPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which columns depend on another one. */
class DependenceTotalsTest {
  private static final int RECORDS = 800;

  /** A circle in two numbers, a level that follows the first, and three columns of noise. */
  private static Matrix records(SplittableRandom random) {
    Matrix records = Matrix.zeros(RECORDS, 6);
    for (int i = 0; i < RECORDS; i++) {
      double angle = 2 * Math.PI * random.nextDouble();
      records.set(i, 0, Math.cos(angle));
      records.set(i, 1, Math.sin(angle));
      records.set(i, 2, random.nextInt(4) == 0 ? random.nextInt(3) : Math.cos(angle) > 0 ? 0 : 1);
      records.set(i, 3, random.nextGaussian());
      records.set(i, 4, random.nextInt(4));
      records.set(i, 5, Math.exp(random.nextGaussian()));
    }
    return records;
  }

  private static final InputPlan INPUT =
      InputPlan.automatic(InputKind.table(), 6).withLevels(IntVector.of(0, 0, 3, 0, 4, 0));

  private static boolean[] kept(Matrix records) {
    ColumnTotals columns = new ColumnTotals(INPUT);
    long[] values = columns.of(records).counts().toArray();
    List<NumberScale> numbers = new ArrayList<>();
    List<LevelScale> levels = new ArrayList<>();
    for (int j = 0; j < INPUT.dimension(); j++) {
      if (INPUT.levels(j) == 0) {
        numbers.add(NumberScale.of(columns.numbers(values, j)));
      } else {
        long[] counts = new long[INPUT.levels(j)];
        for (int l = 0; l < counts.length; l++) {
          counts[l] = columns.records(values, j, l);
        }
        levels.add(LevelScale.of(counts, 10));
      }
    }
    TableScales scales = new TableScales(INPUT, records.rows(), false, numbers, levels);
    DependenceTotals dependence = new DependenceTotals(INPUT);
    return dependence.kept(dependence.of(records, scales).counts().toArray());
  }

  @Test
  void columnsOnWhichNoOtherOneDependsAreLeftOut() {
    for (int seed = 0; seed < 5; seed++) {
      assertThat(kept(records(new SplittableRandom(seed))))
          .containsExactly(true, true, true, false, false, false);
    }
  }

  /** The chance that any of six is kept is at most .06; of 40 tables that is 2 or 3. */
  @Test
  void noiseIsSeldomTakenForDependence() {
    int tables = 0;
    for (int seed = 0; seed < 40; seed++) {
      SplittableRandom random = new SplittableRandom(1000 + seed);
      Matrix noise = records(random);
      for (int i = 0; i < RECORDS; i++) {
        noise.set(i, 0, random.nextDouble());
        noise.set(i, 1, random.nextGaussian() * random.nextGaussian());
        noise.set(i, 2, random.nextInt(3));
      }
      boolean[] kept = kept(noise);
      int found = 0;
      for (boolean own : kept) {
        found += own ? 1 : 0;
      }
      assertThat(found).as("where none depends, all are kept").isNotEqualTo(1);
      tables += found < 6 ? 1 : 0;
    }
    assertThat(tables).isLessThanOrEqualTo(8);
  }

  /** Counts of columns with so many levels, all of them kept. */
  private static double[] weights(Matrix records, int... levels) {
    InputPlan input =
        InputPlan.automatic(InputKind.table(), levels.length).withLevels(IntVector.of(levels));
    List<LevelScale> scales = new ArrayList<>();
    for (int count : levels) {
      long[] many = new long[count];
      Arrays.fill(many, RECORDS);
      scales.add(LevelScale.of(many, 10));
    }
    DependenceTotals dependence = new DependenceTotals(input);
    long[] counts =
        dependence
            .of(records, new TableScales(input, RECORDS, false, List.of(), scales))
            .counts()
            .toArray();
    boolean[] kept = new boolean[levels.length];
    Arrays.fill(kept, true);
    return dependence.weights(counts, kept);
  }

  /** Three copies, under other names and with one error in eight, and two columns by themselves. */
  @Test
  void copiesWeighTogetherAboutAsMuchAsOne() {
    SplittableRandom random = new SplittableRandom(3);
    Matrix records = Matrix.zeros(RECORDS, 5);
    for (int i = 0; i < RECORDS; i++) {
      int level = random.nextInt(4);
      records.set(i, 0, level);
      records.set(i, 1, 3 - level);
      records.set(i, 2, random.nextInt(8) == 0 ? random.nextInt(4) : level);
      records.set(i, 3, random.nextInt(4));
      records.set(i, 4, random.nextInt(2) == 0 ? level : random.nextInt(4)); // says a part only
    }
    double[] weights = weights(records, 4, 4, 4, 4, 4);

    assertThat(weights[0]).isCloseTo(weights[1], within(1e-9)).isBetween(0.35, 0.45);
    assertThat(weights[2]).isBetween(0.4, 0.6);
    assertThat(weights[3]).isEqualTo(1);
    assertThat(weights[4]).isEqualTo(1);
  }

  @Test
  void weightsAreAgreedOn() {
    LevelScale scale = LevelScale.of(new long[] {400, 400}, 10);
    LevelScale half = scale.weighing(0.5);
    long[] written = new long[LevelScale.numbers(2)];
    half.write(written, 0);

    assertThat(LevelScale.read(written, 0, 2).weightValue()).isEqualTo(0.5);
    assertThat(half.scaleValue()).isCloseTo(scale.scaleValue() * Math.sqrt(2), within(1e-9));
    assertThat(scale.weighing(0.001).weightValue()).isPositive();
  }

  @Test
  void theRestOfTheColumnsIsClusteredBy() {
    NumberScale kept = NumberScale.of(new ColumnTotals(INPUT).numbers(zeros(), 0));
    assertThat(kept.isKept()).isTrue();
    assertThat(kept.leftOut().isKept()).isFalse();
    TableScales scales =
        new TableScales(
            INPUT,
            RECORDS,
            false,
            List.of(kept, kept, kept, kept),
            List.of(
                LevelScale.of(new long[] {400, 390, 10}, 10),
                LevelScale.of(new long[] {200, 200, 200, 200}, 10)));
    TableScales some = scales.keeping(new boolean[] {true, true, false, true, true, true});
    assertThat(some.leftOut()).containsExactly(2);
    assertThat(some.features()).isEqualTo(4 + 4);
    assertThat(TableScales.read(INPUT, some.written()).leftOut()).containsExactly(2);
  }

  private static long[] zeros() {
    return new long[new ColumnTotals(INPUT).size()];
  }
}
