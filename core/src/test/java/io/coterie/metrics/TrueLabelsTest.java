package io.coterie.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrueLabelsTest {
  @Test
  void codesClassesInOrderOfFirstAppearance() {
    TrueLabels labels = TrueLabels.of(List.of("dog", "cat", "dog", "bird"));

    assertThat(labels.toArray()).containsExactly(0, 1, 0, 2);
    assertThat(labels.names()).containsExactly("dog", "cat", "bird");
    assertThat(labels.classCount()).isEqualTo(3);
  }

  @Test
  void isNotChangedThroughItsArray() {
    TrueLabels labels = TrueLabels.of(List.of("a", "b"));

    labels.toArray()[0] = 1;

    assertThat(labels.of(0)).isZero();
  }

  @Test
  void rejectsAMissingLabel() {
    assertThatThrownBy(() -> TrueLabels.of(Arrays.asList("a", null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("record 1");
  }
}
