package io.coterie.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FormatTest {
  @Test
  void theTallestMarkIsForTheMost() {
    assertThat(Format.bars(List.of(0L, 50L, 100L))).isEqualTo("▁▅█");
    assertThat(Format.bars(List.of(0L, 0L))).isEqualTo("▁▁");
    assertThat(Format.bars(List.of())).isEmpty();
  }

  @Test
  void ofVeryManyTheLastAreShown() {
    String marks = Format.bars(LongStream.rangeClosed(1, 1000).boxed().toList());
    assertThat(marks).hasSize(40).endsWith("█").doesNotContain("▁");
  }
}
