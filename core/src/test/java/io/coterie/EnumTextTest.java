package io.coterie;

import static org.assertj.core.api.Assertions.assertThat;

import io.coterie.plan.NoiseMode;
import org.junit.jupiter.api.Test;

class EnumTextTest {
  @Test
  void constantsAreWrittenInLowerCaseWithHyphens() {
    assertThat(EnumText.of(NoiseMode.SECURE_SUMS)).isEqualTo("secure-sums");
    assertThat(EnumText.all(NoiseMode.class)).containsExactly("local", "secure-sums");
  }

  @Test
  void onlyTheTextOfAConstantIsRead() {
    assertThat(EnumText.parse(NoiseMode.class, "secure-sums")).contains(NoiseMode.SECURE_SUMS);
    assertThat(EnumText.parse(NoiseMode.class, "secure_sums")).isEmpty();
    assertThat(EnumText.parse(NoiseMode.class, "LOCAL")).isEmpty();
  }
}
