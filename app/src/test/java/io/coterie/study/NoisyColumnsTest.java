package io.coterie.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.CoterieException;
import io.coterie.plan.PublicBounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies of tables with columns of levels at level dp. */
class NoisyColumnsTest {
  private static Study study(String columns) {
    return Study.parse(
        """
        study: wards
        clusters: 2
        schema:
          missing: mean
          columns:
            - {name: sex, kind: binary, levels: [F, M]}
            - {name: ward, kind: category, levels: [north, south, other]}
            - {name: stage, kind: ordinal, levels: [I, II, III, IV]}
        %s
        privacy: {level: dp, epsilon: 1, public-records: 1000}
        participation: {sites: [a, b, c]}
        """
            .formatted(columns.indent(4).stripTrailing()),
        "study.yaml");
  }

  @Test
  void theBoundsOfEveryColumnArePartOfThePlan() {
    Study study =
        study(
            """
            - {name: age, lower: 18, upper: 90}
            - {name: crp, log: true, lower: 0.1, upper: 500}
            """);
    PublicBounds bounds = study.plan().privacy().terms().orElseThrow().bounds().orElseThrow();
    assertThat(bounds.lower().toArray())
        .containsExactly(new double[] {0, 0, 0, 18, Math.log(0.1)}, within(1e-12));
    assertThat(bounds.upper().toArray())
        .containsExactly(new double[] {1, 2, 3, 90, Math.log(500)}, within(1e-12));
    assertThat(study.plan().input().levels().toArray()).containsExactly(2, 3, 0, 0, 0);
  }

  @Test
  void aTableOfLevelsOnlyNeedsNoBounds() {
    assertThat(study("").plan().privacy().terms().orElseThrow().bounds()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- {name: age}",
        "- {name: age}\n- {name: crp, log: true, lower: 0.1, upper: 500}",
        "- {name: age}\n- {name: height, lower: 1, upper: 2.5}"
      })
  void numbersWithoutARangeAreNamed(String columns) {
    assertThatThrownBy(() -> study(columns))
        .isInstanceOf(CoterieException.class)
        .hasMessageContaining("schema.columns.lower and upper is missing")
        .hasMessageContaining("every number of a table with columns of levels")
        .hasMessageEndingWith("they are missing of 'age'.");
  }

  /** An owner consents to a hash, which other ranges and other levels change. */
  @Test
  void otherRangesAndLevelsAreAnotherStudy() {
    String hash = study("- {name: age, lower: 18, upper: 90}").hash();
    assertThat(study("- {name: age, lower: 18, upper: 30}").hash()).isNotEqualTo(hash);
    assertThat(study("- {name: age, kind: ordinal, levels: [young, old]}").hash())
        .isNotEqualTo(hash);
  }
}
