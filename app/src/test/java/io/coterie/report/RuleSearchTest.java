package io.coterie.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.data.column.ColumnKind;
import io.coterie.data.column.ColumnSpec;
import io.coterie.math.Matrix;
import io.coterie.math.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A number, levels, levels in an order, and noise. */
class RuleSearchTest {
  private static final List<ColumnText> COLUMNS =
      List.of(
          new ColumnText(ColumnSpec.number("age")),
          new ColumnText(
              ColumnSpec.of("ward", new ColumnKind.Category(List.of("north", "south", "east")))),
          new ColumnText(
              ColumnSpec.of("stage", new ColumnKind.Ordinal(List.of("I", "II", "III", "IV")))),
          new ColumnText(ColumnSpec.number("noise")));

  private final Matrix records = Matrix.zeros(900, 4);
  private final int[] clusters = new int[900];

  private void fill(RowRule rule) {
    SplittableRandom random = new Seed(3).random();
    for (int i = 0; i < clusters.length; i++) {
      records.set(i, 0, 20 + random.nextInt(60));
      records.set(i, 1, random.nextInt(3));
      records.set(i, 2, random.nextInt(4));
      records.set(i, 3, random.nextGaussian());
      clusters[i] = rule.holds(i) ? 1 : 0;
    }
  }

  private interface RowRule {
    boolean holds(int row);
  }

  private Rule found(int group) {
    return new RuleSearch(records, clusters, COLUMNS).rule(group).orElseThrow();
  }

  @Test
  void aPlantedRuleIsFound() {
    fill(i -> records.at(i, 2) >= 2 && records.at(i, 1) == 0);

    Rule rule = found(1);

    assertThat(rule.agreement()).isEqualTo(1);
    assertThat(rule.conditions()).hasSize(2);
    assertThat(rule.text(COLUMNS)).contains("stage is III or above").contains("ward is north");
    assertThat(rule.fidelity(2, "records"))
        .isEqualTo(
            "describes the group almost exactly: of records for which it holds, 100 % are in group"
                + " 2, and it holds for 100 % of the group");
  }

  @Test
  void anIntervalHasTwoEnds() {
    fill(i -> records.at(i, 0) >= 40 && records.at(i, 0) < 55);

    Rule rule = found(1);

    assertThat(rule.text(COLUMNS)).startsWith("age from 4").contains(" to below 5");
    assertThat(rule.conditions()).hasSize(1);
    assertThat(rule.agreement()).isGreaterThan(0.9);
    assertThat(rule.hits() + rule.misses())
        .isEqualTo(Arrays.stream(clusters).filter(c -> c == 1).count());
  }

  @Test
  void theOtherLevelsMayBeTheRule() {
    fill(i -> records.at(i, 1) != 2);

    assertThat(found(1).text(COLUMNS)).isEqualTo("ward is not east");
    assertThat(found(0).text(COLUMNS)).isEqualTo("ward is east");
  }

  @Test
  void aMissingValueMeetsNoCondition() {
    fill(i -> records.at(i, 1) == 0);
    long own = Arrays.stream(clusters).filter(c -> c == 1).count();
    for (int i = 0; i < clusters.length; i += 2) {
      records.set(i, 1, Double.NaN);
    }

    Rule rule = found(1);

    assertThat(rule.conditions()).contains(new Rule.Level(1, 0, true));
    assertThat(rule.recall()).isLessThan(0.6);
    assertThat(rule.hits() + rule.misses()).isEqualTo(own);
    assertThat(new Rule.Level(1, 0, false).holds(Double.NaN)).isFalse();
    assertThat(new Rule.Interval(0, Double.NEGATIVE_INFINITY, 1).holds(Double.NaN)).isFalse();
  }

  @Test
  void groupsWithoutAnyRuleAreDescribedPoorly() {
    fill(i -> (i * 7919) % 13 < 3);

    double agreement =
        new RuleSearch(records, clusters, COLUMNS).rule(1).map(Rule::agreement).orElse(0.0);
    assertThat(agreement).isLessThan(0.6);
  }

  @Test
  void whatIsShownOfARuleIsWhatItIs() {
    fill(i -> records.at(i, 3) > 0.4321);

    Rule.Interval condition = (Rule.Interval) found(1).conditions().get(0);

    String text = COLUMNS.get(3).interval(condition.from(), condition.below());
    assertThat(text).startsWith("noise at least 0.");
    assertThat(Double.parseDouble(text.substring("noise at least ".length())))
        .isCloseTo(condition.from(), within(1e-12));
  }
}
