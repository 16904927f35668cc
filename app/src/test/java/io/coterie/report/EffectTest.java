package io.coterie.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.coterie.report.Effect.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectTest {
  @Test
  void numbersDifferByDeviationsWithinTheParts() {
    Effect effect = Effect.ofNumbers(new Part(50, 3, 2), new Part(150, 1, 2));

    assertThat(effect.difference()).isEqualTo(1);
    // √(200 / (50 · 150) + 1 / 400)
    assertThat(effect.low()).isCloseTo(1 - 1.96 * 0.170783, within(1e-5));
    assertThat(effect.high()).isCloseTo(1 + 1.96 * 0.170783, within(1e-5));
    assertThat(effect.isOpen()).isFalse();
    assertThat(effect.text()).isEqualTo("+1.00 (0.67 to 1.33)");
  }

  @Test
  void aSmallGroupLeavesItOpen() {
    Effect effect = Effect.ofNumbers(new Part(4, 0, 1), new Part(400, 0.5, 1));

    assertThat(effect.difference()).isCloseTo(-0.5, within(1e-12));
    assertThat(effect.isOpen()).isTrue();
  }

  @Test
  void sharesDifferByParts() {
    Effect effect = Effect.ofShares(new Part(98, 0.5, 0), new Part(198, 0.2, 0));

    assertThat(effect.difference()).isCloseTo(0.3, within(1e-12));
    // Cohen's h: 2 (asin √.5 − asin √.2)
    assertThat(effect.strength()).isCloseTo(0.643501, within(1e-6));
    // (49 + 1) / 100 and (39.6 + 1) / 200
    double error = Math.sqrt(0.25 / 100 + 0.203 * 0.797 / 200);
    assertThat(effect.low()).isCloseTo(0.5 - 0.203 - 1.96 * error, within(1e-9));
    assertThat(effect.high()).isCloseTo(0.5 - 0.203 + 1.96 * error, within(1e-9));
    assertThat(effect.text()).isEqualTo("+30 (18 to 41)");
  }

  @Test
  void aShareOfNothingHasAnIntervalAllTheSame() {
    Effect effect = Effect.ofShares(new Part(10, 0, 0), new Part(10, 0, 0));

    assertThat(effect.difference()).isZero();
    assertThat(effect.isOpen()).isTrue();
    assertThat(effect.text()).startsWith("0 (");
  }

  @ParameterizedTest
  @CsvSource({
    "0.81,much higher",
    "-0.9,much lower",
    "0.6,higher",
    "-0.3,a little lower",
  })
  void strengthsHaveWords(double strength, String words) {
    assertThat(Effect.words(strength)).isEqualTo(words);
  }
}
