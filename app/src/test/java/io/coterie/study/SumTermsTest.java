package io.coterie.study;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SumTermsTest {
  private static final String FIVE =
      StudyTest.SHORTEST.replace("[b, a]", "[a, b, c, d, e]") + "  quorum: 4\n";

  @Test
  void aQuorumMustStayToTheEndOfAMaskedSum() {
    SumTerms terms = SumTerms.of(StudyTest.parse(FIVE));
    assertThat(terms.areMasked()).isTrue();
    assertThat(terms.threshold()).isEqualTo(4);
    assertThat(SumTerms.of(StudyTest.parse(StudyTest.SHORTEST)).areMasked()).isTrue();
    assertThat(SumTerms.of(StudyTest.parse(StudyTest.GROUPS)).areMasked()).isFalse();
  }

  @Test
  void noiseIsTriedAgainOnce() {
    assertThat(SumTerms.of(StudyTest.parse(StudyTest.DP)).mostAttempts()).isEqualTo(2);
    assertThat(SumTerms.of(StudyTest.parse(FIVE)).mostAttempts()).isEqualTo(5);
  }
}
