package io.coterie.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.coterie.message.Labels;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExternalScoresTest {
  private static final Offset<Double> ROUNDING = within(1e-12);

  static List<ScoredCase> cases() {
    return ScoredCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void agreeWithScikitLearn(ScoredCase scored) {
    ExternalScores scores = ExternalScores.of(scored.truth(), scored.found());

    assertThat(scores.accuracy()).isCloseTo(scored.scores().get(0).getAsDouble(), ROUNDING);
    assertThat(scores.nmi()).isCloseTo(scored.scores().get(1).getAsDouble(), ROUNDING);
    assertThat(scores.ari()).isCloseTo(scored.scores().get(2).getAsDouble(), ROUNDING);
    assertThat(scores.purity()).isCloseTo(scored.scores().get(3).getAsDouble(), ROUNDING);
  }

  @Test
  void doNotDependOnEmptyClustersOrNumbering() {
    TrueLabels truth = TrueLabels.of(List.of("a", "a", "b", "b", "c"));

    assertThat(ExternalScores.of(truth, Labels.of(new int[] {6, 6, 1, 0, 0}, 9)))
        .isEqualTo(ExternalScores.of(truth, Labels.of(new int[] {0, 0, 1, 2, 2}, 3)));
  }

  @Test
  void arePerfectForOneRecord() {
    assertThat(ExternalScores.of(TrueLabels.of(List.of("a")), Labels.of(new int[] {0}, 1)))
        .isEqualTo(new ExternalScores(1, 1, 1, 1));
  }

  @Test
  void rejectLabelsOfOtherRecords() {
    TrueLabels truth = TrueLabels.of(List.of("a", "b"));

    assertThatThrownBy(() -> ExternalScores.of(truth, Labels.of(new int[] {0}, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 true labels but 1 found");
    assertThatThrownBy(() -> ExternalScores.of(TrueLabels.of(List.of()), Labels.of(new int[0], 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no records");
  }
}
