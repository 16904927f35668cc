package io.coterie.data.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LevelSpellingsTest {
  @Test
  void findsLevelsThatMayBeOne() {
    assertThat(LevelSpellings.alike(List.of("1", "01", "10", "001", "1.50", "1.5", "b")))
        .containsExactly(List.of("001", "01", "1"), List.of("1.5", "1.50"));
    assertThat(LevelSpellings.alike(List.of("Male", "male", "in  pain", "In pain", "female")))
        .containsExactly(List.of("In pain", "in  pain"), List.of("Male", "male"));
  }

  @Test
  void leavesOthersAsTheyAre() {
    assertThat(LevelSpellings.alike(List.of("1", "10", "0", "-1", "A01", "A1", "1e2", "100")))
        .isEmpty();
    assertThat(LevelSpellings.question("x", List.of("a", "b"))).isEmpty();
  }

  @Test
  void aQuestionShowsNoLevelButToItsOwner() {
    Finding question = LevelSpellings.question("code", List.of("07", "7")).orElseThrow();
    assertThat(question.sentence()).contains("'code'").doesNotContain("7");
    assertThat(question.detail()).isEqualTo("'07' and '7'");
  }
}
